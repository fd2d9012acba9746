import { createContext, type ReactNode, useContext } from 'react'
import { keyOf, type OwnKeys, shortcuts } from './shortcut-registry.ts'

const Keys = createContext<OwnKeys>({})

/** Gives the components below the keys that the person chose. Without it each shortcut has its usual key. */
export const OwnKeysProvider = ({ value, children }: { readonly value: OwnKeys; readonly children: ReactNode }) => (
  <Keys value={value}>{children}</Keys>
)

/** The key that the person has for the shortcut of this usual key. Undefined: they turned it off, or there is none to begin with. */
export const useShortcutKey = (usual: string | undefined): string | undefined => {
  const own = useContext(Keys)
  const found = shortcuts.find((one) => one.usual === usual)
  return found === undefined ? usual : keyOf(found, own)
}
