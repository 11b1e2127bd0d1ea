/** The top of the landing page: the product's promise, and a picture of its real shapes. */
import { BellRing } from "lucide-react";
import { Fragment } from "react";
import { paths } from "../../lib/address/paths";
import { WITHOUT_PAYMENT } from "../../lib/server/without-payment";
import { landing as strings } from "../../strings/landing";
import { Avatar } from "../../ui/avatar";
import { ButtonAnchor } from "../../ui/button";
import { Num } from "../../ui/num";
import { BeginLink } from "./begin-link";

const { picture } = strings;

export function Hero() {
  return (
    <section className="mx-auto grid max-w-6xl items-center gap-12 px-5 pt-12 pb-16 md:px-8 lg:grid-cols-[1fr_28rem] lg:pt-20 lg:pb-24">
      <div>
        {/* In sizes that give each part a line, so that no word stands alone on one. */}
        <h1 className="text-hero font-extrabold tracking-[-.035em] text-balance max-[23rem]:text-[2rem] lg:text-[5.2vw] xl:text-hero">
          {strings.headline.map((part) => (
            <Fragment key={part}>
              <span className="inline-block">{part}</span>{" "}
            </Fragment>
          ))}
        </h1>
        <p className="mt-5 max-w-xl text-lg text-ink-2">{strings.promise}</p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
          <BeginLink variant="primary" size="hero" className="sm:px-8" />
          {WITHOUT_PAYMENT ? (
            <ButtonAnchor size="hero" href="#how-it-works">
              {strings.seeHow}
            </ButtonAnchor>
          ) : (
            <LookFirst />
          )}
        </div>
        <p className="mt-7 text-ink-2">
          {!WITHOUT_PAYMENT && (
            <b className="text-ink" data-claim>
              {strings.trusted}{" "}
            </b>
          )}
          {strings.noApp}
        </p>
      </div>
      <Picture />
    </section>
  );
}

function LookFirst() {
  return (
    <>
      <ButtonAnchor size="hero" href={paths.bookDemo}>
        {strings.bookDemo}
      </ButtonAnchor>
      <ButtonAnchor size="hero" href="#pricing" data-for-sale>
        {strings.viewPricing}
      </ButtonAnchor>
    </>
  );
}

function Picture() {
  return (
    <div
      className="relative mx-auto w-full max-w-md"
      role="img"
      aria-label={picture.label}
    >
      <div aria-hidden="true" className="relative h-[36.5rem]">
        <CalledPhone />
        <WaitingPhone />
        <div className="absolute inset-x-0 bottom-0 flex rounded-[26px] bg-surface p-3 shadow-float">
          <span className="flex min-h-24 flex-1 items-center justify-between rounded-xl bg-brand px-6 text-on-brand">
            <span>
              <span className="block text-2xl font-extrabold tracking-tight">
                {picture.callNext}
              </span>
              <span className="block font-semibold tab">{picture.next}</span>
            </span>
            <BellRing className="size-10" />
          </span>
        </div>
      </div>
    </div>
  );
}

function CalledPhone() {
  return (
    <div className="absolute top-0 right-0 flex h-[32rem] w-60 flex-col rounded-[36px] bg-go px-5 pt-7 text-right text-on-go shadow-float">
      <p className="text-base leading-tight font-extrabold tracking-tight sm:text-xl">
        {picture.called[0]}
        <br />
        {picture.called[1]}
      </p>
      <p className="mt-3 text-[3.4rem] leading-none sm:text-[5.2rem]">
        <Num value="#44" />
      </p>
      <p className="mt-3 text-base leading-snug font-bold">{picture.queue}</p>
    </div>
  );
}

function WaitingPhone() {
  const ahead = "size-3.5 shrink-0 rounded-full bg-line-strong";
  const behind = "size-3.5 shrink-0 rounded-full border-2 border-line-strong";
  return (
    <div className="absolute top-8 left-0 w-56 rounded-[36px] border border-line bg-canvas p-4 pb-20 shadow-float sm:w-64">
      <div className="mb-4 flex items-center gap-3">
        <Avatar name={picture.shop} size="sm" />
        <span className="truncate text-sm font-bold">{picture.shop}</span>
      </div>
      <p className="pb-3 text-lg font-extrabold tracking-tight">
        {picture.joined}
      </p>
      <div className="ticket-shadow">
        <div className="rounded-xl bg-surface ticket [--tear:calc(100%_-_76px)]">
          <div className="px-6 pt-5 pb-5 text-center">
            <p className="font-semibold text-ink-2">{picture.position}</p>
            <p className="text-[6.5rem] leading-[.9] num">4</p>
            <div className="flex items-center justify-center gap-2.5 py-4">
              <span className={ahead} />
              <span className={ahead} />
              <span className={ahead} />
              <span className="state-dot size-7 shrink-0 rounded-full bg-brand ring-4 ring-brand-soft" />
              <span className={behind} />
              <span className={behind} />
            </div>
            <p className="text-lg font-bold">{picture.wait}</p>
          </div>
          <div className="flex h-19 items-center justify-between border-t-2 border-dashed border-line px-5">
            <span className="text-sm font-bold">{picture.queue}</span>
            <span className="text-num-m">
              <Num value="#47" />
            </span>
          </div>
        </div>
      </div>
    </div>
  );
}
