/** A link between the forms of the account area, inside a form. */
import type { MouseEvent, ReactNode } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { Carried } from "./carried-email";
import { fieldOf } from "../../lib/read-form";

export function EmailLink(props: {
  to: string;
  className?: string;
  children: ReactNode;
}) {
  const { to, className, children } = props;
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    const form = event.currentTarget.closest("form");
    const elsewhere =
      event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (form === null || elsewhere) return;
    event.preventDefault();
    const state: Carried = { email: fieldOf(form, "email") };
    void navigate(to, { state });
  };
  return (
    <Link to={to} onClick={follow} className={className}>
      {children}
    </Link>
  );
}
