/** A poster (product.md S17), printed or as a small preview: the business, the code, and the link as text. */
import "./sheet.css";
import { poster } from "../../strings/poster";
import type { Format } from "./format";
import { QrCode } from "../../ui/qr-code";

const { sheet: strings } = poster;

type Words = {
  business: { name: string; logoUrl: string | null };
  queue: string | null;
  link: string;
  /** The address to type without a scanner. */
  words: string;
};

export default function Sheet(props: Words & { format: Format }) {
  const { format, ...words } = props;
  if (format !== "tent") {
    return (
      <div className="sheet">
        <Poster {...words} />
      </div>
    );
  }
  return (
    <div className="sheet tent">
      <div className="poster" aria-hidden="true">
        <TentSide {...words} />
      </div>
      <div className="poster">
        <TentSide {...words} />
      </div>
    </div>
  );
}

function Poster({ business, queue, link, words }: Words) {
  return (
    <div className="poster">
      <Logo url={business.logoUrl} />
      <Name of={business.name} />
      <p className="poster-scan">{strings.scan}</p>
      <Code link={link} />
      {queue !== null && <Queue name={queue} />}
      <ol>
        {strings.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Foot words={words} />
    </div>
  );
}

function TentSide({ business, queue, link, words }: Words) {
  return (
    <>
      <Code link={link} />
      <div className="poster-words">
        <Logo url={business.logoUrl} />
        <Name of={business.name} />
        <p className="poster-scan">{strings.scan}</p>
        {queue !== null && <Queue name={queue} />}
      </div>
      <Foot words={words} />
    </>
  );
}

function Logo({ url }: { url: string | null }) {
  return url !== null && <img src={url} alt="" />;
}

function Name({ of }: { of: string }) {
  return (
    <p className="poster-name" dir="auto">
      {of}
    </p>
  );
}

function Queue({ name }: { name: string }) {
  return (
    <p className="poster-queue" dir="auto">
      {name}
    </p>
  );
}

/** Readable with a quarter of it dirty or torn. */
function Code({ link }: { link: string }) {
  return <QrCode value={link} level="Q" aria-label={strings.code(link)} />;
}

/** If the address does not fit a line, it breaks before the part that names the shop. */
function Foot({ words }: { words: string }) {
  const typed = words.replace(/^https?:\/\//, "");
  const [page, shop] = typed.split(/(?=\?|\/j\/)/);
  return (
    <p className="poster-link">
      {strings.noApp}
      <b dir="ltr">
        <span>{page}</span>
        <span>{shop}</span>
      </b>
    </p>
  );
}
