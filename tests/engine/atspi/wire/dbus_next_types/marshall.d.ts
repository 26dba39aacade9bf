/** What is used of `dbus-next/lib/marshall.js`, which has no types of its own. */
export default function marshall(signature: string, values: readonly unknown[], offset: number): Uint8Array;
