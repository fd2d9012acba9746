import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { groupedSecret } from './code.ts'
import styles from './mfa.module.css'
import type { MfaProvider } from './mfa-providers.ts'
import type { MfaViewProps } from './mfa-view-props.ts'
import { QrCodeImage } from './qr-code.tsx'
import { SendCode } from './send-code.tsx'

const AppSetup = ({ snapshot, send, codeForm }: MfaViewProps) => {
  const { text } = useAppVisitor()
  const { qrCode } = snapshot.context
  if (snapshot.matches({ setup: 'preparation_failed' }))
    return <Button onPress={() => send({ type: 'send_code' })}>{text('networkError.retry')}</Button>
  return (
    <ol className={styles.steps}>
      <li>
        <p>{text('mfa.appInstall')}</p>
      </li>
      <li>
        <p>{text('mfa.appScan')}</p>
        <div className={styles.scan}>
          {qrCode === undefined ? (
            <span className={styles.qr}>
              <Spinner label={text('app.loading')} />
            </span>
          ) : (
            <>
              <QrCodeImage content={qrCode.url} label={text('mfa.qrCode')} />
              <div className={styles.byHand}>
                <p>{text('mfa.appByHand')}</p>
                <code className={styles.secret} dir="ltr">
                  {groupedSecret(qrCode.secret)}
                </code>
                {qrCode.url.startsWith('otpauth://') && <a href={qrCode.url}>{text('mfa.appOpen')}</a>}
              </div>
            </>
          )}
        </div>
      </li>
      <li>
        <p>{text('mfa.appCode')}</p>
        {codeForm}
      </li>
    </ol>
  )
}

const Setup = (props: MfaViewProps & { readonly provider: MfaProvider }) =>
  props.provider === 'app' ? <AppSetup {...props} /> : <SendCode {...props} />

/** Nothing is set up yet (spec 1 §2): one provider on its own, several as tabs. */
const MfaSetup = (props: MfaViewProps) => {
  const { text } = useAppVisitor()
  const { providers, provider } = props.snapshot.context
  return (
    <>
      <p className={styles.intro}>{text('mfa.setupIntro')}</p>
      {providers.length === 1 ? (
        <Setup {...props} provider={provider} />
      ) : (
        <Tabs
          className={styles.tabsFrame ?? ''}
          selectedKey={provider}
          onSelectionChange={(key) => {
            const chosen = providers.find((one) => one === key)
            if (chosen !== undefined && chosen !== provider) props.send({ type: 'provider_chosen', provider: chosen })
          }}
        >
          <TabList aria-label={text('mfa.providers')} className={styles.tabs ?? ''}>
            {providers.map((one) => (
              <Tab key={one} id={one} className={styles.tab ?? ''}>
                {text(`mfa.provider.${one}`)}
              </Tab>
            ))}
          </TabList>
          {providers.map((one) => (
            <TabPanel key={one} id={one} className={styles.tabPanel ?? ''}>
              <Setup {...props} provider={one} />
            </TabPanel>
          ))}
        </Tabs>
      )}
    </>
  )
}

export default MfaSetup
