/** The display's switches: voice, theme, full screen. Hidden without activity. */
import { Maximize, Moon, Sun, Volume2, VolumeX } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import {
  useEffect,
  useState,
  useSyncExternalStore,
  type MouseEvent,
} from "react";
import { cn } from "../../lib/cn";
import { display as strings } from "../../strings/display";
import {
  currentVoice,
  isVoiceOn,
  onVoiceChange,
  say,
  switchVoice,
  tryVoice,
} from "./voice";
import { readStored, storageKeys, writeStored } from "../../lib/storage";

/** A shortcut for keyboards; remote controls have few keys. */
const THEME_KEY = "t";

export function Controls(props: { isActive: boolean; unlock: () => void }) {
  const { isActive, unlock } = props;
  const voice = useSyncExternalStore(onVoiceChange, currentVoice);
  const [theme, setTheme] = useState(() => chosenTheme(window.location.search));
  const isLight = theme === "light";

  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);

  const switchTheme = () => {
    const other = isLight ? "dark" : "light";
    rememberTheme(other);
    setTheme(other);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isPlain && event.key.toLowerCase() === THEME_KEY) switchTheme();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });

  const switchOn = () => {
    unlock();
    switchVoice(true);
    void say(strings.voiceStarts);
  };
  useEffect(() => tryVoice(unlock), [unlock]);
  useEffect(() => {
    if (voice !== "wanted") return undefined;
    const onTap = ({ target }: PointerEvent) => {
      // A control does its own work at the click that follows.
      const isControl =
        target instanceof Element && target.closest(".board-controls");
      if (!isControl) switchOn();
    };
    window.addEventListener("pointerup", onTap);
    return () => window.removeEventListener("pointerup", onTap);
  });

  return (
    <>
      {voice === "wanted" && (
        <button type="button" className="board-tap" onClick={switchOn}>
          {strings.tapForVoice}
        </button>
      )}
      {voice === "missing" && (
        <p className="board-tap" role="status">
          {strings.noVoice}
        </p>
      )}
      <div
        role="group"
        aria-label={strings.controls}
        className={cn("board-controls", isActive && "board-active")}
      >
        {isVoiceOn() ? (
          <Control icon={VolumeX} onClick={() => switchVoice(false)}>
            {strings.voiceOff}
          </Control>
        ) : (
          <Control icon={Volume2} onClick={switchOn}>
            {strings.voiceOn}
          </Control>
        )}
        <Control icon={isLight ? Moon : Sun} onClick={switchTheme}>
          {isLight ? strings.dark : strings.light}
        </Control>
        {document.fullscreenEnabled && (
          <Control
            icon={Maximize}
            onClick={() => void switchFullScreen().catch(() => undefined)}
          >
            {strings.fullScreen}
          </Control>
        )}
      </div>
    </>
  );
}

function Control(props: {
  icon: LucideIcon;
  onClick: () => void;
  children: string;
}) {
  const { icon: Icon, onClick, children } = props;
  // A pressed switch keeps the focus, which would keep the switches over the queues. A key's click has no detail.
  const press = ({ detail, currentTarget }: MouseEvent<HTMLElement>) => {
    if (detail > 0) currentTarget.blur();
    onClick();
  };
  return (
    <button type="button" onClick={press}>
      <Icon />
      {children}
    </button>
  );
}

async function switchFullScreen(): Promise<void> {
  if (document.fullscreenElement === null) {
    await document.documentElement.requestFullscreen();
  } else {
    await document.exitFullscreen();
  }
}

type BoardTheme = "light" | "dark";

/** The display is dark, or light by `?theme=light` or its own remembered switch. */
function chosenTheme(search: string): BoardTheme {
  const asked =
    new URLSearchParams(search).get("theme") ??
    readStored(storageKeys.boardTheme);
  return asked === "light" ? "light" : "dark";
}

function rememberTheme(theme: BoardTheme): void {
  writeStored(storageKeys.boardTheme, theme);
  const url = new URL(window.location.href);
  if (!url.searchParams.has("theme")) return;
  url.searchParams.delete("theme");
  window.history.replaceState(null, "", url);
}
