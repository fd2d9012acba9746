import { OwnKeysProvider } from '@sitwell/office-ui/own-keys.tsx'
import type { OwnKeys } from '@sitwell/office-ui/shortcut-registry.ts'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { useOffice, useOfficeParts } from '../office-context.tsx'
import { keptKeys } from './kept-keys.ts'

interface OwnShortcuts {
  readonly keys: OwnKeys
  /** False if the browser keeps nothing: the choice holds until the page is closed. */
  choose(keys: OwnKeys): boolean
}

const Chosen = createContext<OwnShortcuts | undefined>(undefined)

/** The shortcuts of whoever is signed in, and how they change them. Throws outside of the pages behind the sign-in. */
export const useOwnShortcuts = (): OwnShortcuts => {
  const chosen = useContext(Chosen)
  if (chosen === undefined) throw new Error('useOwnShortcuts must be called inside of OwnShortcutsProvider')
  return chosen
}

/** Gives the pages the keys that this person chose for single-key shortcuts in this browser. */
export const OwnShortcutsProvider = ({ children }: { readonly children: ReactNode }) => {
  const { app } = useOfficeParts()
  const { facts } = useOffice()
  const { userGuid } = facts.person
  const { environment } = app
  const kept = useMemo(() => keptKeys(environment.localStorage, userGuid), [environment, userGuid])
  const [chosen, setChosen] = useState<{ readonly by: string; readonly keys: OwnKeys }>()
  // Somebody else may sign in over the same page.
  const keys = useMemo(() => (chosen?.by === userGuid ? chosen.keys : kept.get()), [chosen, userGuid, kept])
  const value = useMemo(
    () => ({
      keys,
      choose: (next: OwnKeys) => {
        setChosen({ by: userGuid, keys: next })
        return kept.set(next)
      },
    }),
    [keys, userGuid, kept],
  )
  return (
    <Chosen value={value}>
      <OwnKeysProvider value={keys}>{children}</OwnKeysProvider>
    </Chosen>
  )
}
