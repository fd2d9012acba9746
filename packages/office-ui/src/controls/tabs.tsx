import { classNames } from '@sitwell/ui/class-names.ts'
import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'
import density from '../density.module.css'
import styles from './tabs.module.css'

export interface TabOfPage {
  readonly id: string
  readonly title: string
  /** How many things are behind it, if that is known. */
  readonly count?: string
  readonly content: ReactNode
}

/** Parts of one page, of which one shows. The arrow keys go from tab to tab, as everywhere. */
export const Tabs = ({
  label,
  tabs,
  current,
  onCurrent,
}: {
  readonly label: string
  readonly tabs: readonly TabOfPage[]
  /** Id of the tab that shows. */
  readonly current: string
  onCurrent(id: string): void
}) => (
  <AriaTabs
    selectedKey={current}
    onSelectionChange={(key) => onCurrent(String(key))}
    className={classNames(density.compact, styles.tabs)}
  >
    <TabList aria-label={label} className={styles.list ?? ''}>
      {tabs.map(({ id, title, count }) => (
        <Tab key={id} id={id} className={styles.tab ?? ''}>
          <span>{title}</span>
          {count !== undefined && <span className={styles.count}>{count}</span>}
        </Tab>
      ))}
    </TabList>
    {tabs.map(({ id, content }) => (
      <TabPanel key={id} id={id} className={styles.panel ?? ''}>
        {content}
      </TabPanel>
    ))}
  </AriaTabs>
)
