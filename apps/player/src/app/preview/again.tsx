import { createContext, useContext } from 'react'

const Again = createContext<(() => void) | undefined>(undefined)

export const AgainProvider = Again.Provider

/** Begins the preview again. */
export const useAgain = (): (() => void) => {
  const again = useContext(Again)
  if (again === undefined) throw new Error('useAgain must be called inside of a preview')
  return again
}
