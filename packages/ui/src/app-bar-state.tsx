import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'

/** The settings of a screen for the bar above it. The bar itself (logo, themes, sign out) belongs to the shell. */
export interface AppBarState {
  /** Also the name of the browser's tab. */
  readonly title: string
  /** Shows the title's moving dots. */
  readonly isLoading?: boolean
  /** Whether the learner may sign out here; yes unless said otherwise. */
  readonly canSignOut?: boolean
  /** The bar has a way to the app of staff. */
  readonly isStaff?: boolean | undefined
}

const Current = createContext<AppBarState>({ title: '' })
const Setter = createContext<(state: AppBarState) => void>(() => undefined)

/** Holds what the screen on show says about the bar. */
export const AppBarStateProvider = ({ children }: { readonly children: ReactNode }) => {
  const [state, setState] = useState<AppBarState>({ title: '' })
  return (
    <Setter value={setState}>
      <Current value={state}>{children}</Current>
    </Setter>
  )
}

/** For the shell, which draws the bar. */
export const useAppBarState = (): AppBarState => useContext(Current)

/** For a screen: `useAppBar({ title: text('PAGE_SCHEDULES') })`. Set before the first paint, so that no other title flashes. */
export const useAppBar = ({ title, isLoading = false, canSignOut = true, isStaff }: AppBarState): void => {
  const set = useContext(Setter)
  useLayoutEffect(() => set({ title, isLoading, canSignOut, isStaff }), [set, title, isLoading, canSignOut, isStaff])
  // By itself: a screen may name its tab more closely, and keeps that where the bar changes otherwise.
  useLayoutEffect(() => {
    if (title !== '') document.title = title
  }, [title])
}
