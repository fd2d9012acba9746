import type { Held } from '@sitwell/app-core/app-store'
import type { OrganisationSettings } from '@sitwell/app-core/organisation-settings'
import type { Language } from '@sitwell/i18n/languages'
import type { ThemeState } from '@sitwell/themes/theme-state'
import { createContext, useContext } from 'react'

/** What the parts around every page use of an app's session. */
export interface ShellApp {
  readonly store: {
    get(): Held<OrganisationSettings>
    change(part: { readonly isSigningOut?: boolean }): void
    subscribe(listener: () => void): () => void
  }
  chooseLanguage(language: Language): Promise<void>
  signOut(): Promise<void>
  /** Goes to the login page from a page whose session was ended a while ago. */
  leaveEnded(): Promise<void>
  /** Gives up a session that another sign-in has taken over. */
  abandon(): Promise<void>
  reportError(error: unknown, info?: string): void
}

interface Shell {
  readonly app: ShellApp
  readonly themes: ThemeState
}

const Context = createContext<Shell | undefined>(undefined)

export const AppShellProvider = Context.Provider

/** What the parts of a shell (bar, dialogs, frames of pages) need of the app around them. */
export const useAppShell = (): Shell => {
  const shell = useContext(Context)
  if (shell === undefined) throw new Error('useAppShell needs an AppShellProvider above it')
  return shell
}
