/**
 * The objects that stand for something of the host: `App` and `Image`.
 * @module
 */
import type { Bridge } from "./bridge.ts";
import type { Send } from "./calls.ts";
import type { Primordials } from "./primordials.ts";

/** See {@linkcode makeObjects}. */
export type Objects = ReturnType<typeof makeObjects>;

/**
 * Makes the classes. See `primordials.ts` for what such functions may refer to.
 *
 * @param p The captured language.
 * @param bridge The process; it is also what only the library can give the constructors.
 * @param tools The other parts, which need these classes themselves.
 */
export function makeObjects(
  p: Primordials,
  bridge: Bridge,
  tools: { readonly send: Send; readonly encode: (args: readonly unknown[]) => string },
) {
  type Fields = Record<string, unknown>;
  let referenceOf: (value: object) => string | undefined;
  let handleOf: (value: object) => number | undefined;

  const show = (target: object, fields: Fields, hidden: (key: string) => boolean): void => {
    const keys = p.ownKeys(fields) as string[];
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]!;
      p.define(target, key, { value: fields[key], enumerable: !hidden(key) });
    }
  };

  /** An application with its windows. */
  class App {
    static {
      referenceOf = (value) => #reference in value ? value.#reference : undefined;
    }
    readonly #reference: string;

    constructor(token: unknown, fields: Fields) {
      if (token !== bridge) throw new p.TypeError("Apps come from cua.getApp and cua.launchApp");
      this.#reference = p.slice(tools.encode([fields]), 1, -1);
      show(this, fields, (key) => key === "windowId");
    }
  }

  /** A picture that stays with the host. */
  class Image {
    static {
      handleOf = (value) => #handle in value ? value.#handle : undefined;
    }
    readonly #handle: number;

    constructor(token: unknown, fields: Fields) {
      if (token !== bridge) throw new p.TypeError("Images come from getScreenshot and getAXStateAndScreenshot");
      this.#handle = fields.handle as number;
      show(this, fields, () => false);
    }

    /** The encoded picture. */
    async bytes(): Promise<Uint8Array> {
      const text = await tools.send("image.bytes", `{"handle":${this.#handle}}`);
      return new p.Uint8Array(bridge.fromBase64(text as string));
    }
  }

  const addMethod = (name: string): void => {
    const method = async function (this: unknown, ...args: unknown[]): Promise<unknown> {
      const app = typeof this === "object" && this !== null ? referenceOf(this) : undefined;
      if (app === undefined) throw new p.TypeError(`${name} must be called on an App`);
      return await tools.send(`app.${name}`, `{"app":${app},"args":${tools.encode(args)}}`);
    };
    p.hide(App.prototype, name, method);
  };

  return {
    App,
    Image,
    addMethod,
    handleOf: handleOf!,
    /** What stands in JSON for one of these objects. */
    replace: (value: object): string | undefined => {
      const app = referenceOf(value);
      if (app !== undefined) return `{"$app":${app}}`;
      const image = handleOf(value);
      return image === undefined ? undefined : `{"$image":{"handle":${image}}}`;
    },
    /** How one of these objects is shown. */
    label: (value: object): string | undefined => {
      const app = referenceOf(value);
      if (app !== undefined) return `App ${app}`;
      return handleOf(value) === undefined ? undefined : "Image (show it with await nodeRepl.emitImage(image))";
    },
    /** Makes these objects from an answer. */
    revive: (_key: string, value: unknown): unknown => {
      if (typeof value !== "object" || value === null) return value;
      if (p.has(value, "$app")) return new App(bridge, (value as { $app: Fields }).$app);
      return p.has(value, "$image") ? new Image(bridge, (value as { $image: Fields }).$image) : value;
    },
  };
}
