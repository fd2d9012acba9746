import { browserStorage } from '@sitwell/client/held-storage'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { type DisplaySettings, displayOf, keepDisplay } from './display.ts'

interface Display extends DisplaySettings {
  change(changed: Partial<DisplaySettings>): void
}

const Current = createContext<Display>({ textPercent: 100, hidesClock: false, change: () => undefined })

/** How the learner has the exam shown, and what changes it. */
export const useDisplay = (): Display => useContext(Current)

export const DisplayProvider = ({ children }: { readonly children: ReactNode }) => {
  const { session } = usePlayer()
  const person = session.user.guid
  const [settings, setSettings] = useState(() => displayOf(browserStorage, person))
  const display = useMemo(
    () => ({
      ...settings,
      change: (changed: Partial<DisplaySettings>) => {
        const next = { ...settings, ...changed }
        setSettings(next)
        keepDisplay(browserStorage, person, next)
      },
    }),
    [settings, person],
  )
  return <Current value={display}>{children}</Current>
}
