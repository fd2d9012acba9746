import { createContext, useContext } from 'react'
import type { AppVisitor } from './visitor.ts'

const Context = createContext<AppVisitor | undefined>(undefined)

/** Gives the screens of the shared packages what they use of the app around them. */
export const AppVisitorProvider = Context.Provider

/** For screens that any app may show, before or behind the sign-in. */
export const useAppVisitor = (): AppVisitor => {
  const visitor = useContext(Context)
  if (visitor === undefined) throw new Error('useAppVisitor needs an AppVisitorProvider above it')
  return visitor
}
