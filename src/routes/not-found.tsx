/** 404. */
import { paths } from "../lib/address/paths";
import { everyone } from "../strings/everyone";
import { landing } from "../strings/landing";
import { ButtonLink } from "../ui/button-link";
import { LostPlace } from "../ui/lost-place";

const { notFound: strings } = landing;

export default function NotFoundScreen() {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid min-h-dvh max-w-md content-center px-6 py-10 text-center outline-none"
    >
      <title>{everyone.titled(strings.title)}</title>
      <LostPlace />
      <p className="mt-8 text-num-xl num">404</p>
      <h1 className="mt-3 text-2xl font-extrabold tracking-tight">
        {strings.heading}
      </h1>
      <p className="mt-2 text-lg text-balance text-ink-2">{strings.text}</p>
      <div className="mt-7">
        <ButtonLink
          variant="primary"
          size="hero"
          to={paths.home}
          className="w-full sm:w-auto"
        >
          {strings.goHome}
        </ButtonLink>
      </div>
    </main>
  );
}
