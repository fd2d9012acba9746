import { lazy } from 'react'

const load = () => import('./time-panel.tsx')

/** What the clock opens; an exam is painted before it is there. */
export const LazyTimePanel = lazy(load)

/** Loads its code ahead: who presses the clock without a network is told the time, and keeps their exam. */
export const loadTimePanel = async (): Promise<void> => void (await load())
