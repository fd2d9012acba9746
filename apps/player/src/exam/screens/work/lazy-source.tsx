import type { ComponentProps } from 'react'
import { Preloaded, preloadable } from '../preload/preloadable.tsx'
import type { PaneDivider } from './pane-divider.tsx'
import type { SourceTabs } from './source-tabs.tsx'

type DividerProps = ComponentProps<typeof PaneDivider>
type TabsProps = ComponentProps<typeof SourceTabs>

const divider = preloadable<DividerProps>(async () => ({ default: (await import('./pane-divider.tsx')).PaneDivider }))
const tabs = preloadable<TabsProps>(async () => ({ default: (await import('./source-tabs.tsx')).SourceTabs }))

/** Loads what moves the line beside a source, and its tabs on a phone; nothing for an exam without sources. */
export const loadSourceParts = (hasSource: boolean): Promise<unknown> =>
  Promise.all(hasSource ? [divider.load(), tabs.load()] : [])

export const LazyDivider = (props: DividerProps) => <Preloaded code={divider} props={props} />
export const LazySourceTabs = (props: TabsProps) => <Preloaded code={tabs} props={props} />
