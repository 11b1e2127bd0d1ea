/** The rest of what can be done with a row: a menu on wide screens, a sheet with tall rows on phones. */
import { EllipsisVertical, type LucideIcon } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { Fragment, useState } from "react";
import { cn } from "../lib/cn";
import { DIALOG_WIDTH, useMedia } from "../lib/use-media";
import { IconButton } from "./button";
import { Dialog } from "./dialog";

export type MenuItem = {
  label: string;
  icon: LucideIcon;
  onSelect: () => void;
  /** Red, below a line. */
  danger?: boolean;
};

type MenuProps = {
  /** Names the button and the list: "More for #124". */
  label: string;
  items: readonly MenuItem[];
  bordered?: boolean;
  className?: string;
};

/** Three dots that open a list of actions. */
export function Menu(props: MenuProps) {
  const wide = useMedia(DIALOG_WIDTH);
  return wide ? <Dropdown {...props} /> : <Sheet {...props} />;
}

function Dropdown({ label, items, bordered, className }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton
          label={label}
          icon={EllipsisVertical}
          bordered={bordered}
          className={className}
        />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          aria-label={label}
          className="z-40 min-w-56 arrive rounded-md border border-line bg-surface p-1.5 shadow-float"
        >
          {items.map((item) => (
            <Fragment key={item.label}>
              {item.danger && (
                <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
              )}
              <DropdownMenu.Item
                onSelect={item.onSelect}
                className={cn(
                  "flex min-h-11 cursor-default items-center gap-3 rounded-sm px-3 font-medium outline-none data-highlighted:bg-sunken",
                  item.danger && "text-danger-text",
                )}
              >
                <item.icon
                  className={cn("size-5", !item.danger && "text-ink-2")}
                  aria-hidden="true"
                />
                {item.label}
              </DropdownMenu.Item>
            </Fragment>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Sheet({ label, items, bordered, className }: MenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={label}
        icon={EllipsisVertical}
        bordered={bordered}
        aria-haspopup="dialog"
        aria-expanded={open}
        className={className}
        onClick={() => setOpen(true)}
      />
      <Dialog open={open} onClose={() => setOpen(false)} title={label}>
        <ul className="grid gap-1 px-2 pb-4">
          {items.map((item) => (
            <li
              key={item.label}
              className={cn(item.danger && "border-t border-line pt-1")}
            >
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
                  aria-hidden="true"
                />
                {item.label}
              </button>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
