/** The texts of the e-mails that the product sends. */

export type MailText = { subject: string; text: string; html: string };

/** @param code digits, as resetCode makes them */
export function resetMail(code: string): MailText {
  const shown = `${code.slice(0, 4)} ${code.slice(4)}`;
  const why =
    "Somebody asked for a new password for your Yourturn account. If it was not you, nothing has changed and you can delete this message.";
  const how = "The code is good for 10 minutes and for one use.";
  return {
    subject: `${shown} is your Yourturn code`,
    text: `${why}\n\nYour code: ${shown}\n\n${how}\n`,
    html: `<p>${why}</p><p>Your code: <strong>${shown}</strong></p><p>${how}</p>`,
  };
}
