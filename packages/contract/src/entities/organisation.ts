import * as z from 'zod/mini'

/** Include and exclude lists of versions or ranges for one browser (spec 1 §3, spec 2 §3). */
export const supportedBrowser = z.object({
  name: z.string(),
  /** Its name for people. */
  display: z.optional(z.string()),
  /** More rules to include by. */
  versions: z.optional(z.array(z.string())),
  /** The systems that this entry is for; all where it names none. */
  os: z.optional(z.array(z.string())),
  /** Whether it is listed to someone who uses another browser; yes unless said otherwise. */
  displayInOthers: z.optional(z.boolean()),
  /** Whether the others are listed to someone who uses this one in an unsupported version; yes unless said otherwise. */
  displayOthers: z.optional(z.boolean()),
  include: z._default(z.array(z.string()), []),
  exclude: z._default(z.array(z.string()), []),
})
export type SupportedBrowser = z.infer<typeof supportedBrowser>

/** A theme has any of these; what is missing is generated to contrast (spec 1 §5). */
export const theme = z.object({
  primary: z.optional(z.string()),
  secondary: z.optional(z.string()),
  background: z.optional(z.string()),
})
export type Theme = z.infer<typeof theme>

/** What the init call answers about the organisation whose address was opened (spec 1 §3). */
export const clientInit = z.object({
  success: z.boolean(),
  orgID: z.optional(z.number()),
  urlToken: z.optional(z.string()),
  name: z.optional(z.string()),
  logo: z.optional(z.string()),
  appBarLogo: z.optional(z.string()),
  /** The language that the organisation speaks to somebody who isn't signed in; the browser's own where it says none. */
  languageID: z.optional(z.number()),
  /** The languages that people may choose from, by the same numbers. */
  languages: z.optional(z.array(z.number())),
  primaryColour: z.optional(z.string()),
  secondaryColour: z.optional(z.string()),
  enableForgottenPassword: z.optional(z.boolean()),
  legacySingleSignon: z.optional(z.boolean()),
  adminUrl: z.optional(z.string()),
  /** Ours: origins of other sites that a sign-out may go back to (spec 1 §4). No other is a referrer to return to. */
  loginOrigins: z.optional(z.array(z.string())),
  themes: z.optional(z.record(z.string(), theme)),
  supportedBrowsers: z.optional(z.array(supportedBrowser)),
  proctoringMode: z.optional(z.number()),
  proctoringType: z.optional(z.number()),
  /** Ours: the one origin whose messages about a proctored session count, and whether no provider is asked, for trying it out. */
  proctoringOrigin: z.optional(z.string()),
  proctoringDebug: z.optional(z.boolean()),
  previewMode: z.optional(z.boolean()),
  demoMode: z.optional(z.boolean()),
  /** The permission to download results (spec 1 §6). */
  canDownloadResult: z.optional(z.boolean()),
})
export type ClientInit = z.infer<typeof clientInit>

/** The start-up configuration file at the site's root (spec 1 §3). */
export const appSettings = z.object({
  apiEndpointUrl: z.string(),
  hubEndpointUrl: z.optional(z.string()),
  /** The older spelling of `hubEndpointUrl`. */
  hubUrl: z.optional(z.string()),
  authenticationUrl: z.string(),
  activityLogger: z.optional(z.unknown()),
  useResetScheduleCheat: z._default(z.boolean(), false),
  supportedBrowsers: z._default(z.array(supportedBrowser), []),
  pdfSupportedBrowsers: z._default(z.array(supportedBrowser), []),
  useInactivityTimer: z._default(z.boolean(), true),
  scormServer: z.optional(z.string()),
  appVersion: z._default(z.string(), '{ip}'),
  adminUrl: z.optional(z.string()),
  produceRandomNetworkErrors: z.optional(
    z.object({ active: z.boolean(), frequency: z.number(), errorCode: z._default(z.number(), 444) }),
  ),
  /** Ours: a test aid that answers a request for an extension by itself, with this many seconds (spec 3 §4). */
  simulateExtension: z.optional(z.object({ active: z.boolean(), extendable: z.number() })),
  /** Milliseconds. */
  pingInterval: z._default(z.number(), 30_000),
  /** Ours: `{product}` in the names of settings. */
  productName: z._default(z.string(), 'Player'),
  /** Ours: sent as client_id and client_secret with a sign-in (spec 1 §3 takes them from configuration). */
  clientId: z._default(z.string(), 'sitwell-player'),
  clientSecret: z._default(z.string(), ''),
})
export type AppSettings = z.infer<typeof appSettings>
