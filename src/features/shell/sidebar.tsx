/** The menu beside the page above 640 px (product.md S18). */
import { PanelLeftClose, X } from "lucide-react";
import { memo, useId, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { readStored, storageKeys, writeStored } from "../../lib/storage";
import { useMedia, ROOMY_WIDTH } from "../../lib/use-media";
import { parts } from "../../strings/parts";
import { shell as strings } from "../../strings/shell";
import { IconButton } from "../../ui/icon-button";
import { Mark, MarkIcon } from "../../ui/mark";
import { Window } from "../../ui/windows/window";
import { Menu, type MenuProps } from "./menu";

/**
 * Wide from 1280 px unless collapsed, which is remembered. Below, the mark opens it over the page. Not drawn with each
 * call.
 */
export const Sidebar = memo(function Sidebar(props: MenuProps) {
  const [isCollapsed, setCollapsed] = useState(
    () => readStored(storageKeys.sidebar) === "narrow",
  );
  const [isOpened, setOpened] = useState(false);
  const hasRoom = useMedia(ROOMY_WIDTH);
  const wide = hasRoom && !isCollapsed;
  // ui/toast.tsx centres messages over the area beside it.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset["menu"] = wide ? "wide" : "narrow";
    return () => {
      delete dataset["menu"];
    };
  }, [wide]);
  const toggle = () => {
    if (!hasRoom) return setOpened(true);
    writeStored(storageKeys.sidebar, wide ? "narrow" : "wide");
    setCollapsed(wide);
  };
  return (
    <aside
      data-sidebar={wide ? "wide" : "narrow"}
      className={`flex min-h-0 flex-col border-r border-line bg-surface print:hidden low:sticky low:top-(--bar) low:h-[calc(100dvh-var(--bar))] ${wide ? "w-64" : "w-[4rem]"}`}
    >
      {wide ? (
        <div className="flex min-h-14 shrink-0 items-center justify-between pr-3 pl-4">
          <Mark />
          <IconButton
            label={strings.narrow}
            icon={PanelLeftClose}
            aria-expanded
            onClick={toggle}
          />
        </div>
      ) : (
        <button
          type="button"
          aria-label={hasRoom ? strings.wide : strings.openMenu}
          title={hasRoom ? strings.wide : strings.openMenu}
          aria-expanded={isOpened}
          aria-haspopup={hasRoom ? undefined : "dialog"}
          onClick={toggle}
          className="grid min-h-14 shrink-0 place-items-center"
        >
          <MarkIcon />
        </button>
      )}
      <nav aria-label={strings.menu} className="contents">
        <Menu {...props} narrow={!wide} />
      </nav>
      {isOpened && !hasRoom && (
        <Drawer {...props} onClose={() => setOpened(false)} />
      )}
    </aside>
  );
});

function Drawer({ onClose, ...props }: MenuProps & { onClose: () => void }) {
  const id = useId();
  return (
    <Window
      role="dialog"
      side
      labelledBy={id}
      describedBy={undefined}
      first="[aria-current]"
      onEscape={onClose}
      onOutside={onClose}
    >
      <div className="flex min-h-14 shrink-0 items-center justify-between pr-3 pl-4">
        <Mark />
        <IconButton label={parts.close} icon={X} onClick={onClose} />
      </div>
      <h2 id={id} className="sr-only">
        {strings.menu}
      </h2>
      <Menu
        {...props}
        narrow={false}
        // At once, so that what an entry leads to can take the focus.
        onLeave={() => flushSync(onClose)}
      />
    </Window>
  );
}
