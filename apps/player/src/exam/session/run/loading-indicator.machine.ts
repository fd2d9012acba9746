import { setup } from 'xstate'

/** Milliseconds for which the loading indicator stays once the player is ready (spec 3 §9). */
export const indicatorStaysMs = 2000

/** The loading indicator of the player: it shows until the player is ready, and a little longer. */
export const loadingIndicatorMachine = setup({
  types: { events: {} as { type: 'READY' } | { type: 'LOADING' } },
  delays: { stays: indicatorStaysMs },
}).createMachine({
  id: 'loadingIndicator',
  initial: 'loading',
  states: {
    loading: { on: { READY: 'ready' } },
    ready: { after: { stays: 'hidden' }, on: { LOADING: 'loading' } },
    hidden: { on: { LOADING: 'loading' } },
  },
})
