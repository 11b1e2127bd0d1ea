/** The logo: shown, uploaded as soon as it is picked, removed. The server validates the picture (product.md F2). */
import { useAction, useMutation } from "convex/react";
import { Trash2, Upload } from "lucide-react";
import { useRef } from "react";
import { api } from "../../../convex/_generated/api";
import {
  MAX_PICTURE_BYTES,
  pictureTypes,
} from "../../../convex/profile/rules/picture";
import { useCall } from "../../lib/server/use-call";
import * as words from "../../strings/refusals/owner";
import { profile } from "../../strings/profile";
import { Avatar } from "../../ui/avatar";
import { Button } from "../../ui/button";
import { FormError } from "../../ui/fields/form-error";
import { passFocus } from "../../ui/pass-focus";
import { showSuccess } from "../../ui/toast";

const { logo: strings } = profile;

/** The problem of a file before the upload, or null. Its name and type are unverified. */
function problemOf({ type, size }: File) {
  if (!type.startsWith("image/")) return "notAPicture";
  return size > MAX_PICTURE_BYTES ? "pictureTooLarge" : null;
}

export function LogoPart(props: {
  name: string;
  logoUrl: string | null;
  disabled: boolean;
}) {
  const { name, logoUrl, disabled } = props;
  const setLogo = useAction(api.profile.files.setLogo);
  const removeLogo = useMutation(api.profile.files.removeLogo);
  const input = useRef<HTMLInputElement>(null);
  const { busy, refusal, send } = useCall(words, strings.failed);

  const upload = (file: File) => {
    const code = problemOf(file);
    return send(
      async () =>
        code === null
          ? await setLogo({ picture: await file.arrayBuffer() })
          : { ok: false as const, code },
      () => showSuccess(strings.uploaded),
    );
  };
  const remove = () =>
    send(
      () => removeLogo({}),
      () => showSuccess(strings.removed),
    );

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={name} src={logoUrl} size="xl" />
        <div className="grid gap-1">
          <div className="flex flex-wrap gap-2">
            <Button
              icon={Upload}
              busy={busy}
              busyText={strings.uploading}
              disabled={disabled}
              onClick={() => input.current?.click()}
            >
              {strings.upload}
            </Button>
            {logoUrl !== null && (
              <Button
                ref={passFocus}
                variant="ghost"
                icon={Trash2}
                disabled={disabled || busy}
                onClick={() => void remove()}
              >
                {strings.remove}
              </Button>
            )}
          </div>
          <p className="text-sm text-ink-3">{strings.kinds}</p>
        </div>
        <input
          ref={input}
          type="file"
          accept={pictureTypes.join()}
          aria-label={strings.upload}
          tabIndex={-1}
          className="sr-only"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            // So that the same file can be picked again.
            currentTarget.value = "";
            if (file !== undefined && !busy) void upload(file);
          }}
        />
      </div>
      <FormError message={refusal} />
    </div>
  );
}
