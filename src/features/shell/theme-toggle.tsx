/** 'Dark Mode' or 'Light Mode': the theme that a press selects. */
import { Moon, Sun } from "lucide-react";
import { chooseTheme, useTheme } from "../../lib/theme";
import { dashboard } from "../../strings/dashboard";
import { IconButton } from "../../ui/button";

export function ThemeToggle() {
  const dark = useTheme() === "dark";
  const label = dark ? dashboard.places.lightMode : dashboard.places.darkMode;
  return (
    <IconButton
      label={label}
      title={label}
      icon={dark ? Sun : Moon}
      onClick={() => chooseTheme(dark ? "light" : "dark")}
    />
  );
}
