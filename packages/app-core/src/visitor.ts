import type { Api } from '@sitwell/client/api'
import type { Client } from '@sitwell/client/session'
import type { AppSettings } from '@sitwell/contract'
import type { Values } from '@sitwell/i18n/format'
import type { Language } from '@sitwell/i18n/languages'
import type { MessageId } from '@sitwell/i18n/message-ids'
import type { OrganisationSettings } from './organisation-settings.ts'

/** What every screen of an app may use, signed in or not. */
export interface AppVisitor<Settings extends OrganisationSettings = OrganisationSettings> {
  readonly api: Api
  /** The organisation whose address was opened. */
  readonly client: Client
  readonly settings: Settings
  readonly appSettings: AppSettings
  readonly language: Language
  /** A text of the message catalogue; `{name}` in it is filled from `values`. */
  text(id: MessageId, values?: Values): string
  /** A text that must never be missing: if the organisation's is empty, its default wording. */
  textOrDefault(id: MessageId): string
  reportError(error: unknown, info?: string): void
}
