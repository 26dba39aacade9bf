/**
 * What an engine is told at its start, from its environment and command line.
 * @module
 */
import { Approvals } from "../policy/approvals.ts";
import { parseAppList, type Policy } from "../policy/decide.ts";
import { checkDisplayName } from "../policy/display_name.ts";

/** What the command line of a live desktop admits. */
export interface LiveAdmission {
  /** Application ids (WM_CLASS) that may be seen at all. */
  readonly allowApps: readonly string[];
  /** Processes that may be seen. */
  readonly pids: readonly number[];
  /** Canonical paths of programs that may be seen. */
  readonly executables: readonly string[];
}

/** Options of `createEngine`. */
export interface EngineOptions {
  /** The engine's environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Present for a live desktop only. */
  readonly live?: LiveAdmission;
}

/** The settings of one engine. */
export interface Settings {
  /** The environment that started programs get, less the program's own variables. */
  readonly environment: Readonly<Record<string, string>>;
  /** Session bus. */
  readonly sessionBus: string | undefined;
  /** Accessibility bus. */
  readonly a11yBus: string | undefined;
  /** Whether abstract sockets of buses are accepted. */
  readonly allowAbstractBus: boolean;
  /** Whether input goes through devices of our own, because others use the core pointer of a private desktop. */
  readonly ownPointer: boolean;
  /** Folder in which a desktop's supervisor looks for running engines. */
  readonly engines: string | undefined;
  /** What a live desktop admits; undefined on a private one. */
  readonly live: LiveAdmission | undefined;
  /** Whether an arrow shows people who watch where the agent's pointer is. */
  readonly overlay: boolean;
  /** Whether settling goes by its patient figures alone, without looking at what an application's threads do. */
  readonly patientSettling: boolean;
  /** The policy in force. */
  readonly policy: Policy;
  /** The display to drive, checked each time it is asked for. @throws {OperationError} */
  display(): string;
}

/** Reads the settings. Nothing is opened and nothing is refused yet: the first call that needs the display is. */
export function readSettings(options: EngineOptions): Settings {
  const { environment, live } = options;
  return {
    environment,
    sessionBus: environment.DBUS_SESSION_BUS_ADDRESS,
    a11yBus: environment.AT_SPI_BUS_ADDRESS,
    allowAbstractBus: environment.CUA_ALLOW_ABSTRACT_BUS === "1",
    ownPointer: environment.CUA_POINTER === "own" && live === undefined,
    engines: environment.CUA_ENGINES,
    live,
    overlay: !live && environment.CUA_OVERLAY === "1",
    patientSettling: environment.CUA_SETTLE === "patient",
    policy: {
      allow: parseAppList(environment.CUA_ALLOW_APPS),
      deny: parseAppList(environment.CUA_DENY_APPS),
      approvals: new Approvals(),
    },
    display: () => checkDisplayName(environment.CUA_DISPLAY, live !== undefined),
  };
}
