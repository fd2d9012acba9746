import { officeSettings, type ReplyOf } from '@sitwell/contract'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { StatusLine } from '@sitwell/office-ui/status-line.tsx'
import { Tabs } from '@sitwell/office-ui/tabs.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { ActionLink } from '../people/action-link.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { OfficePage } from '../shell/office-page.tsx'
import { LanguagesPart } from './languages-part.tsx'
import { LookPart } from './look-part.tsx'
import { RulesPart } from './rules-part.tsx'
import { settingsFields, settingsParts } from './settings-fields.ts'
import styles from './settings-page.module.css'
import { type SettingsText, useSettingsText } from './settings-text.ts'
import { TextsPart } from './texts-part.tsx'

const minuteMs = 60_000

type Shown = ReplyOf<typeof officeSettings>

const contentOf = (
  part: (typeof settingsParts)[number],
  shown: Shown,
  text: SettingsText,
  mayWrite: boolean,
  onDone: (notice: string) => void,
) => {
  switch (part) {
    case 'look':
      return <LookPart look={shown.look} mayWrite={mayWrite} onSaved={() => onDone(text('look.saved'))} />
    case 'languages':
      return <LanguagesPart state={shown.languages} mayWrite={mayWrite} onSaved={() => onDone(text('languages.saved'))} />
    case 'texts':
      return <TextsPart mayWrite={mayWrite} onSaved={() => onDone(text('texts.saved'))} />
    default:
      return (
        <RulesPart
          rules={shown.rules}
          others={shown.others}
          onSaved={({ key }) => onDone(text('settings.saved', { name: text(`rule.${key}`) }))}
        />
      )
  }
}

const Settings = ({ shown, isOld, onAgain }: { readonly shown: Shown; readonly isOld: boolean; onAgain(): void }) => {
  const { may } = useOffice()
  const text = useSettingsText()
  const moment = useMomentText()
  const [{ part }, change] = useAddressQuery(settingsFields)
  const [notice, setNotice] = useState<string>()
  const mayWrite = may('settings.write')
  return (
    <div className={styles.page}>
      <Notice onClose={() => setNotice(undefined)}>{notice}</Notice>
      {!mayWrite && <p className={styles.readOnly}>{text('settings.readOnly')}</p>}
      {isOld && (
        <div className={styles.failed}>
          <Problem>{text('settings.failedKept', { time: moment(shown.asOf) })}</Problem>
          <Button className={density.press} onPress={onAgain}>
            {text('table.retry')}
          </Button>
        </div>
      )}
      <Tabs
        label={text('settings.sections')}
        tabs={settingsParts.map((id) => ({
          id,
          title: text(`settings.tab.${id}`),
          content: contentOf(id, shown, text, mayWrite, setNotice),
        }))}
        current={part}
        onCurrent={(id) => {
          setNotice(undefined)
          void change(
            { part: settingsParts.find((one) => one === id) ?? 'look', search: '', show: 'all', texts: 'all', language: '' },
            { replace: false },
          )
        }}
      />
      <StatusLine asOfMs={Date.parse(shown.asOf)} staleAfterMs={5 * minuteMs} />
    </div>
  )
}

/** The settings of the organisation, part by part. */
const SettingsPage = () => {
  const { api, may } = useOffice()
  const text = useSettingsText()
  const { data, isError, refetch } = useQuery(officeQuery(api, officeSettings, {}))
  return (
    <OfficePage
      title={text('settings.heading')}
      isLoading={data === undefined && !isError}
      actions={may('security-log.read') && <ActionLink to="/settings/log">{text('log.open')}</ActionLink>}
    >
      {data !== undefined && <Settings shown={data} isOld={isError} onAgain={() => void refetch()} />}
      {data === undefined && !isError && <p role="status">{text('settings.loading')}</p>}
      {data === undefined && isError && (
        <div className={styles.failed}>
          <Problem>{text('settings.failed')}</Problem>
          <Button className={density.press} onPress={() => void refetch()}>
            {text('table.retry')}
          </Button>
        </div>
      )}
    </OfficePage>
  )
}

export default SettingsPage
