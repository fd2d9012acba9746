import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import type { DatabaseConfig } from './db/database.ts'
import { readScannerAddress, type ScannerAddress } from './files/scan/clamav.ts'
import { type StatementsTo, statementsTo } from './forward-config.ts'
import { type IsProxy, readProxies } from './http/connections/addresses.ts'
import { type ConnectionLimits, defaultLimits } from './http/connections/limits.ts'
import { keepFromOthers, makeOwnFolder } from './owner-only.ts'
import { type PlayerSettings, readPlayerSettings } from './player-settings.ts'
import { type ProctoringConfig, readProctoringConfig } from './proctoring-config.ts'
import { checkBreachedPasswords } from './security/passwords/breached-passwords.ts'

/** The version of this package: what the player and the calls name unless an operator names another. */
const ownVersion = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))).version

/** The complete configuration of the server, read once at start. */
export interface Config {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** The port of the courses; by default `port` plus 1. */
  readonly scormPort: number | undefined
  /** The origin at which browsers reach the courses; by default the player's host with the courses' port. */
  readonly scormUrl: string | undefined
  /** Folder of the embedded database and the token secret. */
  readonly dataFolder: string
  readonly database: DatabaseConfig
  /** The address at which browsers reach this server, without a slash at the end; by default taken from the request. */
  readonly publicUrl: string | undefined
  readonly tokenSecret: Uint8Array
  /** While the secret is being changed: the other secret, whose tokens and seals are accepted too (docs/operating.md). */
  readonly acceptedSecret: Uint8Array | undefined
  readonly productName: string
  readonly appVersion: string
  /** Shows the reset buttons and allows the reset call: for testing only. */
  readonly useResetScheduleCheat: boolean
  readonly useInactivityTimer: boolean
  readonly adminUrl: string | undefined
  /** More of the player's start-up file: supported browsers above all. */
  readonly playerSettings: PlayerSettings
  /** The proctoring providers of organisations, with their keys; they never leave the server. */
  readonly proctoring: ProctoringConfig
  /** The operator's own learning record store, which gets all statements. */
  readonly statementsTo: StatementsTo | undefined
  /** How long a try to ask a provider may take; there are three. */
  readonly proctoringPatienceMs: number
  readonly activityLogger: number
  readonly pingIntervalMs: number
  /** Sign-ins and exam passwords that one address may try in a minute. */
  readonly attemptsPerMinute: number
  /** How long after the end of an exam's time answers still count: the last ones are on their way then. */
  readonly lateSaveGraceMs: number
  /** If the disk of the data folder has fewer free bytes than this, `GET /ping` reports it. */
  readonly lowRoomBytes: number
  /** Bytes of one uploaded file, which has to be smaller, and of all that a form run may have. */
  readonly largestFileBytes: number
  readonly largestFilesBytes: number
  /** Failed sign-ins from one address, over all accounts of an organisation, before it has to wait. A school sits behind one. */
  readonly failedSignInsPerAddress: number
  /** `smtp://user:password@host:port`; by default mails are written into the data folder. */
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** The address that text messages are posted to; by default they are written into the data folder. */
  readonly textMessageUrl: string | undefined
  readonly textMessageKey: string | undefined
  readonly textMessageFrom: string
  /** How long a link that resets a password works, one that sets a first one, and a login token. */
  readonly resetLinkMs: number
  readonly inviteLinkMs: number
  readonly loginTokenMs: number
  /** A folder with additional legacy controls, besides those that Sitwell includes (docs/exam-package.md). */
  readonly controlsFolder: string | undefined
  /** Programs that may sign people in, with their secrets; by default any program may. */
  readonly clients: ReadonlyMap<string, string>
  /** The proxies whose headers about the origin of a request are trusted. */
  readonly isProxy: IsProxy
  readonly connectionLimits: ConnectionLimits
  /** The ClamAV daemon that scans uploaded files; by default files are not scanned. */
  readonly clamav: ScannerAddress | undefined
  /** A list of stolen passwords, which are not accepted as new passwords; by default there is no list. */
  readonly breachedPasswords: string | undefined
  /** The token that permits reading the metrics of this server; by default nobody can read them. */
  readonly metricsToken: string | undefined
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'silent'
}

/** The configuration from the variables alone, without the secret, which may be in the data folder or created there. */
export type Variables = Omit<Config, 'tokenSecret'>

/** The problems of the configuration, by variable. */
export class ConfigurationError extends Error {}

const minuteMs = 60_000
const megabyte = 1024 * 1024

const flag = z.enum(['true', 'false', '1', '0', '']).transform((value) => value === 'true' || value === '1')

const variables = z.object({
  HOST: z.string().default('0.0.0.0'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  SCORM_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  SITWELL_SCORM_URL: z.url({ protocol: /^https?$/ }).optional(),
  SITWELL_DATA: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'has to begin with postgres:// or postgresql://')
    .optional(),
  SITWELL_DATABASES: z.string().min(1).optional(),
  SITWELL_DATABASE_POOL: z.coerce.number().int().min(1).max(500).default(10),
  SITWELL_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  SITWELL_SECRET: z.string().min(32, 'has to have 32 characters at least').optional(),
  SITWELL_SECRET_ACCEPTED: z.string().min(32, 'has to have 32 characters at least').optional(),
  SITWELL_PRODUCT: z.string().min(1).default('Player'),
  SITWELL_VERSION: z.string().min(1).default(ownVersion),
  SITWELL_RESET_CHEAT: flag.default(false),
  SITWELL_INACTIVITY_TIMER: flag.default(true),
  SITWELL_ADMIN_URL: z.url({ protocol: /^https?$/ }).optional(),
  SITWELL_PLAYER_SETTINGS: z.string().min(1).optional(),
  SITWELL_PROCTORING: z.string().min(1).optional(),
  SITWELL_PROCTORING_SECONDS: z.coerce.number().min(0.1).max(30).default(5),
  SITWELL_LRS_URL: z.string().optional(),
  SITWELL_LRS_USER: z.string().optional(),
  SITWELL_LRS_PASSWORD: z.string().optional(),
  SITWELL_LRS_TOKEN: z.string().optional(),
  SITWELL_ACTIVITY_LOGGER: z.coerce.number().int().min(0).max(2).default(1),
  SITWELL_PING_INTERVAL_MS: z.coerce.number().int().min(1000).default(30_000),
  SITWELL_ATTEMPTS_PER_MINUTE: z.coerce.number().int().min(1).default(120),
  SITWELL_LATE_SAVE_GRACE_SECONDS: z.coerce.number().min(0).max(86_400).default(30),
  SITWELL_LOW_ROOM_MB: z.coerce.number().int().min(0).default(1000),
  SITWELL_UPLOAD_MB: z.coerce.number().int().min(1).max(2000).default(200),
  SITWELL_UPLOADS_PER_RUN_MB: z.coerce.number().int().min(1).max(100_000).default(1000),
  SITWELL_FAILED_SIGN_INS_PER_ADDRESS: z.coerce.number().int().min(10).default(300),
  SITWELL_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'has to begin with smtp:// or smtps://')
    .optional(),
  SITWELL_MAIL_FROM: z.string().min(3).default('Sitwell <no-reply@localhost>'),
  SITWELL_TEXT_MESSAGE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SITWELL_TEXT_MESSAGE_KEY: z.string().min(1).optional(),
  SITWELL_TEXT_MESSAGE_FROM: z.string().min(1).default('Sitwell'),
  SITWELL_RESET_LINK_MINUTES: z.coerce.number().int().min(1).default(60),
  SITWELL_INVITE_LINK_DAYS: z.coerce.number().int().min(1).default(7),
  SITWELL_LOGIN_TOKEN_MINUTES: z.coerce.number().int().min(1).default(60),
  SITWELL_CONTROLS: z.string().min(1).optional(),
  SITWELL_TRUST_PROXY: z.string().default('false'),
  SITWELL_CLIENTS: z.string().optional(),
  SITWELL_CONNECTIONS: z.coerce.number().int().min(100).default(defaultLimits.connections),
  SITWELL_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(50).default(defaultLimits.connectionsPerAddress),
  SITWELL_CLAMAV: z
    .string()
    .refine((text) => readScannerAddress(text) !== undefined, 'has to be tcp://host:port or unix:/path')
    .optional(),
  SITWELL_BREACHED_PASSWORDS: z.string().min(1).optional(),
  SITWELL_METRICS_TOKEN: z.string().min(16, 'has to have 16 characters at least').optional(),
  SITWELL_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'silent']).default('warn'),
})

/** The names of all variables. */
export const knownVariables: ReadonlySet<string> = new Set([...Object.keys(variables.shape), 'SITWELL_EXAM_PASSWORD'])

const cannotBeUsed = (variable: string, error: unknown) =>
  new ConfigurationError(
    `The configuration can't be used:\n  ${variable}: ${error instanceof Error ? error.message : String(error)}`,
  )

/**
 * Makes a secret and writes it to a file, which gets its name only after it is complete. Otherwise a server and a command that
 * start together could read an empty file, and so could every later start if the disk was full. If two processes make one at
 * the same time, the first one counts.
 */
const makeSecret = (path: string): void => {
  const secret = randomBytes(48).toString('base64url')
  const unnamed = `${path}.${randomBytes(8).toString('hex')}`
  try {
    writeFileSync(unnamed, secret, { mode: 0o600, flag: 'wx', flush: true })
    linkSync(unnamed, path)
  } catch (error) {
    // Some network disks have no hard links.
    if (!existsSync(path) && existsSync(unnamed)) renameSync(unnamed, path)
    else if (!existsSync(path)) throw error
  } finally {
    rmSync(unnamed, { force: true })
  }
}

/** The secret that signs tokens: the one given, or one of our own that outlives a restart, readable by the owner alone. */
const tokenSecretOf = (given: string | undefined, dataFolder: string): Uint8Array => {
  if (given) return new TextEncoder().encode(given)
  const path = join(dataFolder, 'token-secret')
  try {
    makeOwnFolder(dataFolder)
    if (!existsSync(path)) makeSecret(path)
    keepFromOthers(path)
    const secret = readFileSync(path, 'utf8').trim()
    if (secret === '')
      throw new Error(
        `${path} is empty. Delete it if no server has run with this data folder yet; otherwise restore it from a backup.`,
      )
    return new TextEncoder().encode(secret)
  } catch (error) {
    throw cannotBeUsed('SITWELL_DATA', error)
  }
}

/** Reads a file that a variable names. Throws an error if the file can't be used. */
const fromFile = <T>(variable: string, path: string | undefined, read: (path: string) => T): T | undefined => {
  try {
    return path === undefined ? undefined : read(path)
  } catch (error) {
    throw cannotBeUsed(variable, error)
  }
}

/** A value that several variables define together. Throws an error if they don't match. */
const together = <T>(make: () => T): T => {
  try {
    return make()
  } catch (error) {
    throw new ConfigurationError(
      `The configuration can't be used:\n  ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** Reads `id:secret, id:secret`. A secret may be empty and may contain colons. Throws an error if an item is not a pair. */
const readClients = (given = ''): ReadonlyMap<string, string> => {
  const pairs = given
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
  return new Map(
    pairs.map((pair) => {
      const colon = pair.indexOf(':')
      if (colon < 1) throw new Error('SITWELL_CLIENTS: each has to be id:secret, with commas between them')
      return [pair.slice(0, colon), pair.slice(colon + 1)]
    }),
  )
}

/**
 * Reads the trusted proxies; `false` trusts none. `true` is not accepted, because every client could then choose its address.
 */
const trustedProxies = (given: string): IsProxy => {
  const entries = given.split(/[\s,]+/).filter((entry) => entry !== '')
  if (entries.length === 0 || (entries.length === 1 && ['false', '0'].includes(entries[0] ?? ''))) return () => false
  if (entries.some((entry) => ['true', '1'].includes(entry)))
    throw new Error(
      'SITWELL_TRUST_PROXY: "true" would trust every X-Forwarded-For that a browser sends. Write the addresses of your proxies' +
        ' instead, as in SITWELL_TRUST_PROXY="10.0.0.5, 10.1.0.0/16", or "loopback" for a proxy on this machine.',
    )
  try {
    return readProxies(entries)
  } catch (error) {
    throw new Error(`SITWELL_TRUST_PROXY: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Reads what the variables say, and makes nothing. Throws a ConfigurationError that names each variable that is wrong. */
export const readVariables = (environment: Readonly<Record<string, string | undefined>>): Variables => {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const reading = variables.safeParse(set)
  if (!reading.success) {
    const lines = reading.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigurationError(`The configuration can't be used:\n${lines.join('\n')}`)
  }
  const read = reading.data
  const dataFolder = resolve(read.SITWELL_DATA)
  return {
    host: read.HOST,
    port: read.PORT,
    scormPort: read.SCORM_PORT,
    scormUrl: read.SITWELL_SCORM_URL === undefined ? undefined : new URL(read.SITWELL_SCORM_URL).origin,
    dataFolder,
    database: read.DATABASE_URL
      ? { dialect: 'postgres', url: read.DATABASE_URL, poolSize: read.SITWELL_DATABASE_POOL }
      : { dialect: 'sqlite', path: join(dataFolder, 'sitwell.sqlite') },
    publicUrl: read.SITWELL_PUBLIC_URL?.replace(/\/+$/, ''),
    acceptedSecret: read.SITWELL_SECRET_ACCEPTED ? new TextEncoder().encode(read.SITWELL_SECRET_ACCEPTED) : undefined,
    productName: read.SITWELL_PRODUCT,
    appVersion: read.SITWELL_VERSION,
    useResetScheduleCheat: read.SITWELL_RESET_CHEAT,
    useInactivityTimer: read.SITWELL_INACTIVITY_TIMER,
    adminUrl: read.SITWELL_ADMIN_URL,
    playerSettings: fromFile('SITWELL_PLAYER_SETTINGS', read.SITWELL_PLAYER_SETTINGS, readPlayerSettings) ?? {},
    proctoring: fromFile('SITWELL_PROCTORING', read.SITWELL_PROCTORING, readProctoringConfig) ?? new Map(),
    statementsTo: together(() =>
      statementsTo({
        url: read.SITWELL_LRS_URL,
        user: read.SITWELL_LRS_USER,
        password: read.SITWELL_LRS_PASSWORD,
        token: read.SITWELL_LRS_TOKEN,
      }),
    ),
    proctoringPatienceMs: Math.round(read.SITWELL_PROCTORING_SECONDS * 1000),
    activityLogger: read.SITWELL_ACTIVITY_LOGGER,
    pingIntervalMs: read.SITWELL_PING_INTERVAL_MS,
    attemptsPerMinute: read.SITWELL_ATTEMPTS_PER_MINUTE,
    lateSaveGraceMs: Math.round(read.SITWELL_LATE_SAVE_GRACE_SECONDS * 1000),
    lowRoomBytes: read.SITWELL_LOW_ROOM_MB * megabyte,
    largestFileBytes: read.SITWELL_UPLOAD_MB * megabyte,
    largestFilesBytes: read.SITWELL_UPLOADS_PER_RUN_MB * megabyte,
    failedSignInsPerAddress: read.SITWELL_FAILED_SIGN_INS_PER_ADDRESS,
    smtpUrl: read.SITWELL_SMTP_URL,
    mailFrom: read.SITWELL_MAIL_FROM,
    textMessageUrl: read.SITWELL_TEXT_MESSAGE_URL,
    textMessageKey: read.SITWELL_TEXT_MESSAGE_KEY,
    textMessageFrom: read.SITWELL_TEXT_MESSAGE_FROM,
    resetLinkMs: read.SITWELL_RESET_LINK_MINUTES * minuteMs,
    inviteLinkMs: read.SITWELL_INVITE_LINK_DAYS * 24 * 60 * minuteMs,
    loginTokenMs: read.SITWELL_LOGIN_TOKEN_MINUTES * minuteMs,
    clamav: read.SITWELL_CLAMAV === undefined ? undefined : readScannerAddress(read.SITWELL_CLAMAV),
    controlsFolder: read.SITWELL_CONTROLS === undefined ? undefined : resolve(read.SITWELL_CONTROLS),
    clients: together(() => readClients(read.SITWELL_CLIENTS)),
    isProxy: together(() => trustedProxies(read.SITWELL_TRUST_PROXY)),
    connectionLimits: {
      ...defaultLimits,
      connections: read.SITWELL_CONNECTIONS,
      connectionsPerAddress: read.SITWELL_CONNECTIONS_PER_ADDRESS,
    },
    breachedPasswords: fromFile('SITWELL_BREACHED_PASSWORDS', read.SITWELL_BREACHED_PASSWORDS, checkBreachedPasswords),
    metricsToken: read.SITWELL_METRICS_TOKEN,
    logLevel: read.SITWELL_LOG_LEVEL,
  }
}

/** As {@link readVariables}, with the secret: a first start makes the data folder, and one in it. */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  const read = readVariables(environment)
  return { ...read, tokenSecret: tokenSecretOf(environment.SITWELL_SECRET, read.dataFolder) }
}
