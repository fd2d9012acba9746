import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import type { Api } from '@sitwell/client/api'
import type { Permission } from '@sitwell/contract'
import type { Values } from '@sitwell/i18n/format'
import type { Language } from '@sitwell/i18n/languages'
import type { MessageId, OfficeMessageId } from '@sitwell/i18n/message-ids'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Facts } from './session/office-session.ts'
import type { Office } from './start/create-office.ts'

const Context = createContext<Office | undefined>(undefined)

export const OfficeProvider = Context.Provider

/** The parts of the office that live as long as its page. */
export const useOfficeParts = (): Office => {
  const office = useContext(Context)
  if (office === undefined) throw new Error('useOfficeParts must be called inside of the office')
  return office
}

/** The ids of all texts that the office shows: its own and those of every app. */
export type OfficeText = (id: MessageId | OfficeMessageId, values?: Values) => string

export const useOfficeText = (): OfficeText => {
  const { text } = useAppVisitor()
  // Boundary: the catalogue of this app has both sets of texts (`textSets`), and is typed by that of the player.
  return text as OfficeText
}

/** The state of this page's session. */
export const useSessionState = () => {
  const { session } = useOfficeParts()
  return useSyncExternalStore(session.subscribe, session.state)
}

/** What a page or an act needs: a permission, or that one owns the installation. */
export type Needed = Permission | 'installation'

/** What every page behind the sign-in is given. */
export interface OfficeUse {
  /** Calls; one whose session has ended waits for the sign-in over the page. */
  readonly api: Api
  readonly text: OfficeText
  readonly language: Language
  /** The facts of the session: `person`, `organisation`, `roles`, `permissions`. */
  readonly facts: Facts
  /** Whether they may do something in the whole organisation, or in any part of it. For what is shown alone: the server decides. */
  may(needed: Needed, where?: 'anywhere' | undefined): boolean
  /** The moment now by the server's clock (Unix ms). */
  nowMs(): number
  reportError(error: unknown, info?: string): void
}

/** For pages behind the sign-in. Throws elsewhere. */
export const useOffice = (): OfficeUse => {
  const { api, language, reportError } = useAppVisitor()
  const { clock } = useOfficeParts()
  const text = useOfficeText()
  const state = useSessionState()
  if (state.is !== 'signed-in') throw new Error('useOffice must be called inside of the pages after the sign-in')
  const { facts } = state
  return {
    ...{ api, text, language, facts, reportError },
    nowMs: clock.nowMs,
    may: (needed, where) =>
      needed === 'installation'
        ? facts.isInstallationOwner === true
        : facts.permissions.includes(needed) || (where === 'anywhere' && (facts.permissionsInParts?.includes(needed) ?? false)),
  }
}
