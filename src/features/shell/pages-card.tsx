/** The owner's other pages on a phone's Manage tab; on wide screens the sidebar has them. */
import { dashboard as strings } from "../../strings/dashboard";
import { ButtonLink } from "../../ui/button-link";
import { Card } from "../../ui/card";
import { pageLinks } from "./page-links";
import { Unread } from "./unread";

export function PagesCard({ businessId }: { businessId: string }) {
  return (
    <Card title={strings.places.more}>
      <div className="mt-4 grid gap-3">
        {pageLinks(businessId).map(({ label, icon, to, newTab, marked }) => (
          <ButtonLink
            key={to}
            to={to}
            icon={icon}
            size="lg"
            target={newTab && "_blank"}
          >
            {label}
            {marked && <Unread onIcon={false} />}
          </ButtonLink>
        ))}
      </div>
    </Card>
  );
}
