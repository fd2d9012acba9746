import { Button } from '@sitwell/ui/button.tsx'
import { useState } from 'react'
import { ComboBox } from '../controls/combo-box.tsx'
import { MenuButton } from '../controls/menu-button.tsx'
import { Progress } from '../controls/progress.tsx'
import { Select } from '../controls/select.tsx'
import { SidePanel } from '../controls/side-panel.tsx'
import { Tabs } from '../controls/tabs.tsx'
import styles from './table-page.module.css'

const words = {
  title: 'Import of people',
  tabs: 'Parts of the import',
  done: 'Done:',
  open: 'What will change',
  panel: 'What the import changes',
  changes: '451 new, 46 changed, 3 refused',
}
const groups = ['Catering 2026', 'Catering 2027', 'Harbour 3', 'Resit of the autumn', 'الدفعة الأولى'].map((title, at) => ({
  id: `g${at}`,
  title,
}))
const encodings = ['UTF-8', 'Windows-1252', 'UTF-16'].map((title) => ({ id: title, title }))

const Fields = () => {
  const [encoding, setEncoding] = useState('UTF-8')
  const [group, setGroup] = useState<string>()
  return (
    <div className={styles.fields}>
      <Select label="Encoding" options={encodings} value={encoding} onChange={setEncoding} />
      <ComboBox label="Group" options={groups} value={group} onChange={setGroup} />
      <Progress label="Rows read" done={312} total={1500} />
      <Progress label="Rows written" done={1200} total={undefined} />
    </div>
  )
}

/** Tabs, menu, fields, progress and side panel as an import would use them. */
export const ControlsPage = () => {
  const [tab, setTab] = useState('columns')
  const [picked, setPicked] = useState('')
  const [isOpen, setOpen] = useState(false)
  const pick = (id: string) => () => setPicked(id)
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>{words.title}</h1>
      <div className={styles.row}>
        <MenuButton
          label="Actions"
          entries={[
            { id: 'export', title: 'Export the report', onPick: pick('export') },
            { id: 'again', title: 'Check again', isDisabled: true, onPick: pick('again') },
            { id: 'undo', title: 'Undo the import', isDangerous: true, onPick: pick('undo') },
          ]}
        />
        <Button onPress={() => setOpen(true)}>{words.open}</Button>
        <output aria-label={words.done}>{picked}</output>
      </div>
      <div className={styles.beside}>
        <Tabs
          label={words.tabs}
          current={tab}
          onCurrent={setTab}
          tabs={[
            { id: 'columns', title: 'Columns', content: <Fields /> },
            { id: 'rows', title: 'Rows', count: '500', content: <p>{words.changes}</p> },
            { id: 'refused', title: 'Refused', count: '3', content: <p>{words.changes}</p> },
          ]}
        />
        {isOpen && (
          <SidePanel title={words.panel} onClose={() => setOpen(false)}>
            <p>{words.changes}</p>
          </SidePanel>
        )}
      </div>
    </main>
  )
}
