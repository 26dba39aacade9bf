/**
 * One private desktop as its supervisor holds it: starts what belongs to it, watches it, ends it.
 * @module
 */
import { OperationError } from "../contract/errors.ts";
import { sessionBusAddress, startAccessibilityBus, startSessionBus } from "./buses.ts";
import { desktopEnvironment, homeDirectory, runDirectory, temporaryDirectory } from "./environment.ts";
import { type HeldLock, holdLock } from "./lock.ts";
import { Reaper, reapStale } from "./reaper.ts";
import { runtimeFolder } from "./runtime_directory.ts";
import { type Service, settlesIn } from "./service.ts";
import {
  type DesktopIdentity,
  type DesktopSettings,
  type DesktopState,
  enginesFolder,
  identityFile,
  lockFile,
  logDirectory,
  type ProcessId,
  stateFile,
  writeJson,
} from "./state.ts";
import { startWindowManager } from "./window_manager.ts";
import { startXServer, type XServer } from "./x_server.ts";

/** How long the reaper may take; it needs less than a second. */
const REAPER_MS = 5_000;
/** How often the window manager may end in {@linkcode RESTART_WINDOW_MS}. */
const MAX_RESTARTS = 5;
const RESTART_WINDOW_MS = 10_000;

/** A private desktop. Everything it starts ends with it. */
export class PrivateDesktop {
  /** Resolves, when the desktop is to end, to why. */
  readonly ending: Promise<string>;
  readonly #end: (why: string) => void;
  readonly #settings: DesktopSettings;
  readonly #directory: string;
  readonly #identity: DesktopIdentity;
  readonly #lock: HeldLock;
  readonly #base: Record<string, string>;
  readonly #services = new Map<string, ProcessId>();
  readonly #restarts: number[] = [];
  readonly #reaper: Reaper;
  #server: Service | null = null;
  #state: DesktopState | null = null;
  #ttl: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  private constructor(settings: DesktopSettings, directory: string, identity: DesktopIdentity, lock: HeldLock) {
    const { promise, resolve } = Promise.withResolvers<string>();
    this.ending = promise;
    this.#end = resolve;
    this.#settings = settings;
    this.#directory = directory;
    this.#identity = identity;
    this.#lock = lock;
    this.#base = Deno.env.toObject();
    this.#reaper = new Reaper(directory, identity, (name) => resolve(`the ${name} ended`));
    this.#reaper.ended.then(() => resolve("the reaper ended"));
  }

  /** Makes the desktop's folder and its reaper; nothing else runs yet. */
  static async create(settings: DesktopSettings): Promise<PrivateDesktop> {
    const identity = { uuid: crypto.randomUUID(), pid: Deno.pid, createdAt: new Date().toISOString() };
    const folder = await runtimeFolder("desktops");
    const id = identity.uuid.slice(0, 8);
    // It gets its name when it is locked, so that nobody takes it for one that was left behind.
    const newborn = `${folder}/new-${id}`;
    await Deno.mkdir(newborn, { mode: 0o700 });
    const lock = await holdLock(lockFile(newborn));
    await writeJson(identityFile(newborn), identity);
    await Deno.rename(newborn, `${folder}/${id}`);
    return new PrivateDesktop(settings, `${folder}/${id}`, identity, lock);
  }

  /** The state of a started desktop. */
  get state(): DesktopState {
    if (!this.#state) throw new OperationError("desktop_unavailable", "The desktop has not started yet");
    return this.#state;
  }

  /**
   * Starts the X server, the buses and the window manager; resolves when programs can use them.
   *
   * @throws {OperationError} `desktop_unavailable` when one of them does not start, naming it.
   */
  async start(signal: AbortSignal): Promise<DesktopState> {
    const supervisor = await this.#reaper.watch("supervisor", Deno.pid);
    if (!supervisor) throw new OperationError("internal", "This process has no entry in /proc");
    const owner = await this.#ownerIdentity();
    await this.#makeFolders();
    const [server] = await Promise.all([this.#startServer(signal), this.#startSessionBus(signal)]);
    const environment = this.#environment(server.display);
    const [accessibilityBus] = await Promise.all([
      this.#startAccessibility(environment, signal),
      this.#manageWindows(environment),
    ]);
    this.#state = { ...this.#describe(server, environment, accessibilityBus), supervisor, owner };
    await writeJson(stateFile(this.#directory), this.#state);
    this.#limitTime();
    return this.#state;
  }

  /** Asks the desktop to end; only the first reason counts. */
  end(why: string): void {
    this.#end(why);
  }

  /** Ends everything and removes the folder; resolves when nothing is left. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#ttl);
    await this.#reaper.release();
    if (!await settlesIn(this.#reaper.ended, REAPER_MS)) this.#reaper.kill();
    const { code } = await this.#reaper.ended;
    // It was killed, or stopped: another one does its work.
    if (code !== 0) await reapStale(this.#directory, this.#identity);
    this.#lock[Symbol.dispose]();
  }

  async #ownerIdentity(): Promise<ProcessId | null> {
    const pid = this.#settings.owner;
    if (pid === undefined) return null;
    const owner = await this.#reaper.watch("owner", pid);
    if (owner) return owner;
    throw new OperationError("invalid_request", `No process ${pid} is running; --owner names the process to live with`);
  }

  async #makeFolders(): Promise<void> {
    const made = [logDirectory, runDirectory, temporaryDirectory, enginesFolder];
    const folders = made.map((folder) => folder(this.#directory));
    if (this.#settings.home === "private") folders.push(homeDirectory(this.#directory));
    for (const folder of folders) await Deno.mkdir(folder, { mode: 0o700 });
  }

  #environment(display: string): Record<string, string> {
    return desktopEnvironment(this.#base, {
      display,
      uuid: this.#identity.uuid,
      directory: this.#directory,
      sessionBus: sessionBusAddress(this.#directory),
      scale: this.#settings.scale,
      home: this.#settings.home,
    });
  }

  async #startServer(signal: AbortSignal): Promise<XServer> {
    const server = await startXServer({
      directory: this.#directory,
      geometry: this.#settings.geometry,
      viewable: this.#settings.viewable,
      label: this.#label(),
      environment: (display) => this.#environment(display),
      onStart: (service, number) => this.#record(service, number),
    }, signal);
    this.#server = server.service;
    this.#endWith(server.service);
    return server;
  }

  /** The few services that it starts draw nothing, so it need not wait for the display. */
  async #startSessionBus(signal: AbortSignal): Promise<void> {
    const { DISPLAY: _unknown, ...environment } = this.#environment("");
    const service = await startSessionBus(this.#directory, environment, signal);
    await this.#record(service);
    this.#endWith(service);
  }

  async #startAccessibility(environment: Record<string, string>, signal: AbortSignal): Promise<string> {
    const { service, address, busPid } = await startAccessibilityBus(this.#directory, environment, signal);
    await this.#record(service);
    await this.#record({ name: "accessibility_bus", pid: busPid });
    this.#endWith(service);
    return address;
  }

  /** Runs the window manager and starts it again when it ends. */
  async #manageWindows(environment: Record<string, string>): Promise<void> {
    const service = await startWindowManager(this.#directory, environment, (started) => this.#record(started));
    service.ended.then(() => this.#restartWindowManager(environment)).catch((error) => this.end(String(error)));
  }

  async #restartWindowManager(environment: Record<string, string>): Promise<void> {
    // Without the X server every client ends.
    if (this.#closed || this.#server?.hasEnded() !== false) return;
    const now = Date.now();
    this.#restarts.push(now);
    const recent = this.#restarts.filter((time) => now - time < RESTART_WINDOW_MS);
    if (recent.length > MAX_RESTARTS) return this.end("the window manager ended again and again");
    try {
      await this.#manageWindows(environment);
    } catch (error) {
      // One that ends before it is ready has ended like any other.
      if (!(error instanceof OperationError)) throw error;
      await this.#restartWindowManager(environment);
    }
  }

  #endWith(service: Service): void {
    service.ended.then(({ code, signal }) => {
      this.end(`the ${service.name} ended (${signal ?? `status ${code}`})`);
    });
  }

  async #record(service: Pick<Service, "name" | "pid">, display?: number): Promise<void> {
    this.#services.set(service.name, await this.#reaper.own(service.name, service.pid, display));
    if (!this.#state || this.#closed) return;
    this.#state = { ...this.#state, services: Object.fromEntries(this.#services) };
    await writeJson(stateFile(this.#directory), this.#state);
  }

  #describe(
    server: XServer,
    environment: Record<string, string>,
    accessibilityBus: string,
  ): Omit<DesktopState, "supervisor" | "owner"> {
    return {
      id: this.#identity.uuid.slice(0, 8),
      label: this.#label(),
      display: server.display,
      uuid: this.#identity.uuid,
      directory: this.#directory,
      environment,
      createdAt: this.#identity.createdAt,
      geometry: this.#settings.geometry,
      scale: this.#settings.scale,
      home: this.#settings.home,
      accessibilityBus,
      rfbSocket: server.rfbSocket,
      services: Object.fromEntries(this.#services),
    };
  }

  #label(): string {
    return this.#settings.label ?? this.#identity.uuid.slice(0, 8);
  }

  #limitTime(): void {
    const ttl = this.#settings.ttlSeconds;
    if (ttl !== undefined) this.#ttl = setTimeout(() => this.end(`its ${ttl} s are over`), ttl * 1000);
  }
}
