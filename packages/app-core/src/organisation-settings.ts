import { type ClientInit, supportedBrowser, theme } from '@sitwell/contract'
import * as z from 'zod/mini'

/** The settings of an organisation that concern any app: its looks, its languages, and how its people sign in. An app adds its own. */
export const organisationSettings = {
  name: z.optional(z.string()),
  logoUrl: z.optional(z.string()),
  appBarLogoUrl: z.optional(z.string()),
  /** The language of the organisation for visitors who aren't signed in. */
  languageId: z.optional(z.number()),
  /** Those that a visitor or a person who signed in may choose from. */
  languages: z.optional(z.array(z.number())),
  primaryColour: z.optional(z.string()),
  secondaryColour: z.optional(z.string()),
  themes: z._default(z.record(z.string(), theme), {}),
  enableForgottenPassword: z._default(z.boolean(), false),
  legacySingleSignon: z._default(z.boolean(), false),
  adminUrl: z.optional(z.string()),
  /** Origins whose login pages the organisation vouches for: a logout leads back to no other. */
  loginOrigins: z._default(z.array(z.string()), []),
  supportedBrowsers: z._default(z.array(supportedBrowser), []),
  // Read by name once somebody is signed in (signInSettings).
  mfaProviders: z._default(z.string(), ''),
  mfaRememberMeDays: z._default(z.number(), 28),
  /** The administration opens inside the app, in a full-screen frame. */
  adminInFrame: z._default(z.boolean(), false),
}
export type OrganisationSettings = z.infer<z.ZodMiniObject<typeof organisationSettings>>

/** Those that the init reply carries, before they are read as settings. */
export const organisationSettingsIn = (reply: ClientInit) => ({
  name: reply.name,
  logoUrl: reply.logo,
  appBarLogoUrl: reply.appBarLogo,
  languageId: reply.languageID,
  languages: reply.languages,
  primaryColour: reply.primaryColour,
  secondaryColour: reply.secondaryColour,
  themes: reply.themes,
  enableForgottenPassword: reply.enableForgottenPassword,
  legacySingleSignon: reply.legacySingleSignon,
  adminUrl: reply.adminUrl,
  loginOrigins: reply.loginOrigins,
  supportedBrowsers: reply.supportedBrowsers,
})
