import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { PageAddress } from './page-address.ts'
import type { Arrival, Blocker, NavigateOptions, PageHistory } from './page-history.ts'

const HistoryContext = createContext<PageHistory | undefined>(undefined)
const AddressContext = createContext<PageAddress | undefined>(undefined)

const within = <Value,>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('This must be called inside of the pages')
  return value
}

/**
 * Shows the page of each address. What showed before stays until the next page can be drawn, also if its code has yet to come.
 */
export const NavigationProvider = ({ history, children }: { readonly history: PageHistory; readonly children: ReactNode }) => {
  const [arrival, setArrival] = useState<Arrival>(history.latest)
  useLayoutEffect(() => {
    const stop = history.follow((next) => startTransition(() => setArrival(next)))
    // Something within may have moved on while it was drawn.
    setArrival(history.latest())
    return stop
  }, [history])
  useLayoutEffect(() => {
    if (arrival.resetScroll) scrollTo(0, 0)
    arrival.onShown()
  }, [arrival])
  return (
    <HistoryContext value={history}>
      <AddressContext value={arrival.address}>{children}</AddressContext>
    </HistoryContext>
  )
}

/** The address of the page that shows. */
export const useAddress = (): PageAddress => within(useContext(AddressContext))

/** The entries of the browser's history that belong to this page. */
export const usePageHistory = (): PageHistory => within(useContext(HistoryContext))

/** Tells whether the page that shows is the last that was asked for: no other is on its way. */
export const useIsLatest = (): (() => boolean) => {
  const history = within(useContext(HistoryContext))
  const address = useAddress()
  return useCallback(() => history.latest().address === address, [history, address])
}

/**
 * Goes to another page of the player: resolves with true after it shows, and with false if the move was stopped or another one
 * came first.
 */
export const useNavigate = () => {
  const history = within(useContext(HistoryContext))
  return useCallback(
    ({ to, ...options }: NavigateOptions & { readonly to: string }) => history.navigate(to, options),
    [history],
  )
}

/** Asks before each move to another page, as long as what uses it shows. */
export const useBlocker = (blocker: Blocker): void => {
  const history = within(useContext(HistoryContext))
  const latest = useRef(blocker)
  useLayoutEffect(() => {
    latest.current = blocker
  })
  useEffect(() => history.block((move, signal) => latest.current(move, signal)), [history])
}
