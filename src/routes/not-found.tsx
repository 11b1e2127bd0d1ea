/** 404. */
import { paths } from "../lib/paths";
import { everyone } from "../texts/everyone";
import { landing } from "../texts/landing";
import { ButtonLink } from "../ui/button-link";
import { LostPlace } from "../ui/lost-place";

const { notFound: texts } = landing;

/** Shown for every path that is not in the table. */
export default function NotFoundScreen() {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid min-h-dvh max-w-md content-center px-6 py-10 text-center outline-none"
    >
      <title>{everyone.titled(texts.title)}</title>
      <LostPlace />
      <p className="mt-8 text-num-xl num">404</p>
      <h1 className="mt-3 text-2xl font-extrabold tracking-tight">
        {texts.heading}
      </h1>
      <p className="mt-2 text-lg text-balance text-ink-2">{texts.text}</p>
      <div className="mt-7">
        <ButtonLink
          variant="primary"
          size="hero"
          to={paths.home}
          className="w-full sm:w-auto"
        >
          {texts.goHome}
        </ButtonLink>
      </div>
    </main>
  );
}
