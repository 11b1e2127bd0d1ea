/** The table of the front page's forms in the language of the page. Read when the app is loaded, which is after the language. */
import { forms as english, type FormRefusal } from "./en/forms";
import { tableOf } from "./language";
import { refusalTexts } from "./refusal-text";

export const forms = tableOf("forms", english);

export const { refusalText } = refusalTexts<FormRefusal>(forms.refusals);
