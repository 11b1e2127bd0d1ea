/** The choice between test cards, in place of a card form. */
import { html, type Html } from "../../pages/html.ts";
import type { TestCard } from "../billing/test-cards.ts";

/** The first one is selected. */
export function cardChoice(cards: readonly TestCard[]): Html {
  return html`<fieldset>
    <legend>Card</legend>
    ${cards.map(
      ({ number, label }, index) =>
        html`<label class="choice">
          <input
            type="radio"
            name="card"
            value="${number}"
            ${index === 0 ? html`checked` : null}
          />
          <span>${label} (${number})</span>
        </label>`,
    )}
  </fieldset>`;
}
