import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { text } from '../entities/fields.ts'
import { languagesState, logoTypes, lookState, otherSetting, ruleKeys, ruleState } from '../entities/office-settings.ts'

/** The version of what is changed that the change is based on. */
const version = text(100)

const kibibyte = 1024

/** All rules of the organisation with their defaults, its look and its languages. */
export const officeSettings = defineCall({
  name: 'officeSettings',
  summary: 'Show the organisation’s settings',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/settings',
  access: { permission: 'settings.read', scope: 'organisation' },
  office: 'named',
  reply: z.object({
    rules: z.array(ruleState),
    others: z.array(otherSetting),
    look: lookState,
    languages: languagesState,
    asOf: z.string(),
  }),
  refusals: [],
})

/**
 * Sets a rule, or without `value` lets its default hold again. INVALID_REQUEST: `details` has one of `ruleProblems` at `body.value`. NOT_ALLOWED: only owners
 * change this rule, or only the operator. CHANGED_MEANWHILE: `current` is the rule, as `ruleState`.
 */
export const officeChangeRule = defineCall({
  name: 'officeChangeRule',
  summary: 'Change a setting',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/settings/rule',
  access: { permission: 'settings.write', scope: 'organisation' },
  office: 'named',
  body: z.object({ key: z.enum(ruleKeys), version, value: z.optional(text(10_000)) }),
  reply: z.object({ rule: ruleState }),
  refusals: ['CHANGED_MEANWHILE'],
})

const colour = z.nullable(text(40))
const logo = z.nullable(z.object({ type: z.enum(logoTypes), base64: text(400_000) }))

/**
 * Changes those parts of the look that are given; null takes one away. INVALID_REQUEST: `details` has `no-colour`, `no-name` or one of `logoProblems` at the
 * part's path. CHANGED_MEANWHILE: `current` is the look, as `lookState`.
 */
export const officeChangeLook = defineCall({
  name: 'officeChangeLook',
  summary: 'Change the organisation’s name, logos and colours',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/settings/look',
  access: { permission: 'settings.write', scope: 'organisation' },
  office: 'named',
  largestBodyBytes: 640 * kibibyte,
  body: z.object({
    version,
    name: z.optional(text(200)),
    primaryColour: z.optional(colour),
    secondaryColour: z.optional(colour),
    logo: z.optional(logo),
    appBarLogo: z.optional(logo),
  }),
  reply: z.object({ look: lookState }),
  refusals: ['CHANGED_MEANWHILE'],
})

/**
 * Sets the language before a sign-in, null for the browser's own, and the languages to choose from. INVALID_REQUEST: one of them doesn't ship.
 * CHANGED_MEANWHILE: `current` is as `languagesState`.
 */
export const officeChangeLanguages = defineCall({
  name: 'officeChangeLanguages',
  summary: 'Change the organisation’s languages',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/settings/languages',
  access: { permission: 'settings.write', scope: 'organisation' },
  office: 'named',
  body: z.object({
    version,
    languageID: z.nullable(z.number().check(z.int())),
    languages: z.array(z.number().check(z.int())).check(z.maxLength(100)),
  }),
  reply: z.object({ languages: languagesState }),
  refusals: ['CHANGED_MEANWHILE'],
})
