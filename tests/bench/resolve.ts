/** Lets Node load the app's modules, which import each other without a file ending, as its bundler expects. */
import { registerHooks } from "node:module";

registerHooks({
  resolve: (name, context, next) => {
    const isOurs = !context.parentURL?.includes("/node_modules/");
    const isBare = isOurs && /^(\.\.?\/)+[^.]*$/.test(name);
    return next(isBare ? `${name}.ts` : name, context);
  },
});
