/** Replaces the form on a shop's own server, which has no demos. */
import { demo as strings } from "../../strings/demo";

export function NothingSold() {
  return (
    <div>
      <h1 className="text-3xl font-extrabold tracking-tight">
        {strings.nothingSold}
      </h1>
      <p className="mt-3 max-w-xl text-lg text-ink-2">{strings.ownServer}</p>
    </div>
  );
}
