/** 'Dark Mode' or 'Light Mode': what pressing it leads to. */
import { Moon, Sun } from "lucide-react";
import { chooseTheme, useTheme } from "../../lib/theme";
import { dashboard } from "../../texts/dashboard";
import { Button, IconButton } from "../../ui/button";

/** With its word on wide screens, as a picture on phones. */
export function ThemeToggle({ compact = false }: { compact?: boolean }) {
  const dark = useTheme() === "dark";
  const label = dark ? dashboard.places.lightMode : dashboard.places.darkMode;
  const icon = dark ? Sun : Moon;
  const toggle = () => chooseTheme(dark ? "light" : "dark");
  if (compact) return <IconButton label={label} icon={icon} onClick={toggle} />;
  return (
    <Button icon={icon} onClick={toggle}>
      {label}
    </Button>
  );
}
