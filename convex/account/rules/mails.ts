/** The e-mails about accounts. */
import type { Mail } from "../../mail/rules/mail";

/** @param code digits, as resetCode makes them */
export function resetMail(code: string): Mail {
  return codeMail(
    code,
    "Someone asked for a new password for your Yourturn account. If it wasn't you, nothing has changed and you can ignore this e-mail.",
    "A new password logs out every device. If you own the shop, it also disconnects the calendar link, Google Calendar, your own Twilio account and shared tablets, and deletes prepared downloads and open invitations. If you manage the shop, it disconnects the tablets you added. People in the team can still log in.",
  );
}

/** To the address of the requesting account. @param code digits, as resetCode makes them */
export function ownEmailMail(code: string): Mail {
  return codeMail(
    code,
    "Someone who is logged in to a Yourturn account with your address wants to confirm it. If it wasn't you, don't give the code to anyone. To take over the account, set a new password with 'Forgot your password?'.",
  );
}

/** To an address that a user wants to sign in with. @param code digits, as resetCode makes them */
export function newEmailMail(code: string): Mail {
  return codeMail(
    code,
    "Someone wants to use this address for their Yourturn account. If it wasn't you, nothing has changed and you can ignore this e-mail.",
  );
}

/** To the old address. Leaves out the new one, because another person may have the mailbox by now. */
export function emailChangedMail(): Mail {
  const what =
    "The e-mail address of your Yourturn account has been changed. You can no longer log in with this address.";
  const how =
    "If it wasn't you, write to us right away: someone knows your password.";
  return {
    subject: "Your Yourturn e-mail address has been changed",
    text: `${what}\n\n${how}\n`,
    html: `<p>${what}</p><p>${how}</p>`,
  };
}

function codeMail(code: string, why: string, then = ""): Mail {
  const shown = `${code.slice(0, 4)} ${code.slice(4)}`;
  const how = `The code works once, within 10 minutes. ${then}`.trim();
  return {
    subject: `${shown} is your Yourturn code`,
    text: `${why}\n\nYour code: ${shown}\n\n${how}\n`,
    html: `<p>${why}</p><p>Your code: <strong>${shown}</strong></p><p>${how}</p>`,
  };
}
