import { fetchDialog } from '@sitwell/app-shell/lazy-dialog.tsx'
import { lazy, useEffect } from 'react'

const loadSignOut = () => import('./sign-out.tsx')
const loadNote = () => import('./only-here-note.tsx')
const loadHandIn = () => import('../../sync/only-here/hand-in.ts')

/** Logging off, and what is said to somebody whose session is over: hardly ever shown, so no page waits for them. */
export const LazySignOut = lazy(loadSignOut)
export const LazyOnlyHereNote = lazy(loadNote)

/** Fetches the dialog, and what makes a file of answers, once the page is there, so that both are there when the network is gone; from then on presses are watched. */
export const useDialogInReserve = () => {
  useEffect(() => {
    void fetchDialog()
    void loadSignOut()
    void loadNote()
    void loadHandIn()
  }, [])
}
