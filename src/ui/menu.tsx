/** The further actions of a row: a menu on wide screens, a sheet with tall rows on phones. */
import { EllipsisVertical, type LucideIcon } from "lucide-react";
import { useRef, useState, type ComponentProps } from "react";
import { cn } from "../lib/cn";
import { DIALOG_WIDTH, useMedia } from "../lib/use-media";
import { Button } from "./button";
import { IconButton } from "./icon-button";
import { Dialog } from "./windows/dialog";
import { MenuList, type MenuItem } from "./menu-list";

export type { MenuItem };

type MenuProps = {
  label: string;
  /** Of the sheet; `label` without one. */
  title?: string;
  items: readonly MenuItem[];
  /** Replaces the three dots. */
  button?: { text: string; icon: LucideIcon };
  disabled?: boolean;
  className?: string;
};

export function Menu(props: MenuProps) {
  const wide = useMedia(DIALOG_WIDTH);
  return wide ? <Dropdown {...props} /> : <Sheet {...props} />;
}

function Opener({
  label,
  button,
  ...props
}: Omit<MenuProps, "items" | "title"> & ComponentProps<"button">) {
  return button === undefined ? (
    <IconButton {...props} label={label} icon={EllipsisVertical} />
  ) : (
    <Button {...props} size="field" icon={button.icon}>
      {button.text}
    </Button>
  );
}

function Dropdown({ items, title: _, ...opener }: MenuProps) {
  const { label } = opener;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Opener
        {...opener}
        ref={button}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpen(true);
        }}
      />
      {open && (
        <MenuList
          label={label}
          items={items}
          button={button}
          onClose={() => {
            setOpen(false);
            button.current?.focus({ preventScroll: true });
          }}
          onLeave={() => setOpen(false)}
        />
      )}
    </>
  );
}

function Sheet({ items, title, ...opener }: MenuProps) {
  const { label } = opener;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Opener
        {...opener}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Dialog onClose={() => setOpen(false)} title={title ?? label}>
          <ul className="grid gap-1 px-2 pb-4">
            {items.map((item) => (
              <li
                key={item.label}
                className={cn(
                  (item.danger || item.heading !== undefined) &&
                    "border-line not-first:border-t not-first:pt-1",
                )}
              >
                {item.heading !== undefined && (
                  <p className="px-3 pt-2 text-ink-2">{item.heading}</p>
                )}
                <button
                  type="button"
                  onClick={() => {
                    setOpen(false);
                    item.onSelect();
                  }}
                  className={cn(
                    "flex min-h-14 w-full items-center gap-3 rounded-md px-3 text-left text-lg font-medium active:bg-pressed",
                    item.danger && "text-danger-text",
                  )}
                >
                  <item.icon
                    className={cn("size-5", !item.danger && "text-ink-2")}
                  />
                  {item.label}
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
