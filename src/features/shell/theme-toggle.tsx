/** 'Dark Mode' or 'Light Mode': the theme that a press selects. */
import { Moon, Sun } from "lucide-react";
import { chooseTheme, useTheme } from "../../lib/theme";
import { shell as strings } from "../../strings/shell";

export function ThemeToggle() {
  const dark = useTheme() === "dark";
  const label = dark ? strings.lightMode : strings.darkMode;
  const Icon = dark ? Sun : Moon;
  return (
    <button
      type="button"
      title={label}
      onClick={() => chooseTheme(dark ? "light" : "dark")}
      className="duration-fast inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md font-semibold text-ink-2 transition-colors hover:bg-sunken xl:border xl:border-line-strong xl:px-3.5 xl:text-ink"
    >
      <Icon className="size-5 shrink-0" />
      <span className="sr-only xl:not-sr-only">{label}</span>
    </button>
  );
}
