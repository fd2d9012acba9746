import type { ThemeState } from '@sitwell/themes/theme-state'
import { createContext, useContext } from 'react'
import type { PlayerApp } from '../create-player.ts'

interface Shell {
  readonly player: PlayerApp
  readonly themes: ThemeState
}

const Context = createContext<Shell | undefined>(undefined)

export const ShellProvider = Context.Provider

/** What the shell's own parts (bar, dialogs, pages' frames) need of the app. Screens never see it. */
export const useShell = (): Shell => {
  const shell = useContext(Context)
  if (shell === undefined) throw new Error('useShell stands outside the shell')
  return shell
}
