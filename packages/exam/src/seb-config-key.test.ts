import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SebSettings, type SebValue, sebConfigKey, sebJson } from './seb-config-key.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Settings from a table of values, each with the keys that have it. */
const settingsOf = (rows: readonly (readonly [SebValue, string])[], prefix = ''): SebSettings =>
  Object.fromEntries(rows.flatMap(([value, keys]) => keys.split(/\s+/).map((key): [string, SebValue] => [prefix + key, value])))

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))

/** As version 2.1.4 for macOS wrote them; Moodle's tests of its own reckoning hold the same settings, and the key. */
const ofMac: SebSettings = {
  ...settingsOf([
    [
      [],
      `additionalResources embeddedCertificates permittedProcesses prohibitedProcesses URLFilterIgnoreList
      URLFilterRules`,
    ],
    [
      false,
      `allowBrowsingBackForward allowDictation allowDictionaryLookup allowDisplayMirroring allowDownUploads
      allowFlashFullscreen allowPDFPlugIn allowScreenSharing allowSiri allowSpellCheck allowSwitchToApplications
      allowUserAppFolderInstall allowVideoCapture allowVirtualMachine allowWlan blockPopUpWindows
      browserMediaAutoplay browserScreenKeyboard configFileCreateIdentity configFileEncryptUsingIdentity
      downloadPDFFiles enableAltEsc enableAltF4 enableAltMouseWheel enableBrowserWindowToolbar enableCtrlEsc
      enableDrawingEditor enableJava enablePrintScreen enableStartMenu enableTouchExit examSessionReconfigureAllow
      hideBrowserWindowToolbar ignoreQuitPassword insideSebEnableChangeAPassword insideSebEnableEaseOfAccess
      insideSebEnableLockThisComputer insideSebEnableLogOff insideSebEnableNetworkConnectionSelector
      insideSebEnableShutDown insideSebEnableStartTaskManager insideSebEnableSwitchUser
      insideSebEnableVmWareClientShade killExplorerShell logSendingRequiresAdminPassword
      mobileAllowPictureInPictureMediaPlayback mobileAllowQRCodeConfig mobileAllowSingleAppMode
      mobileCompactAllowInlineMediaPlayback mobileEnableGuidedAccessLinkTransform mobileShowSettings
      mobileSupportedScreenOrientationsCompactPortraitUpsideDown newBrowserWindowByLinkBlockForeign
      newBrowserWindowByScriptBlockForeign newBrowserWindowShowReloadWarning openDownloads pinEmbeddedCertificates
      quitURLRestart removeBrowserProfile removeLocalStorage restartExamUseStartURL sebServerFallback
      showInputLanguage showNavigationButtons showReloadWarning showScanQRCodeButton startURLAllowDeepLink
      startURLAppendQueryParameter touchOptimized URLFilterEnable URLFilterEnableContentFilter
      urlFilterTrustedContent`,
    ],
    [
      true,
      `allowedDisplayBuiltin allowPreferencesWindow allowQuit allowUserSwitching browserURLSalt
      browserWindowAllowReload createNewDesktop detectStoppedProcess downloadAndOpenSebConfig enableAltTab
      enableAppSwitcherCheck enableEsc enableF1 enableF10 enableF11 enableF12 enableF2 enableF3 enableF4 enableF5
      enableF6 enableF7 enableF8 enableF9 enableJavaScript enableLogging enablePlugIns enablePrivateClipboard
      enableRightMouse enableSebBrowser enableZoomPage enableZoomText examSessionClearSessionCookies
      forceAppFolderInstall hookKeys ignoreExitKeys mobileAllowInlineMediaPlayback mobileEnableASAM
      mobilePreventAutoLock mobileSupportedFormFactorsCompact mobileSupportedFormFactorsNonTelephonyCompact
      mobileSupportedFormFactorsRegular mobileSupportedScreenOrientationsCompactLandscapeLeft
      mobileSupportedScreenOrientationsCompactLandscapeRight mobileSupportedScreenOrientationsCompactPortrait
      mobileSupportedScreenOrientationsRegularLandscapeLeft mobileSupportedScreenOrientationsRegularLandscapeRight
      mobileSupportedScreenOrientationsRegularPortrait mobileSupportedScreenOrientationsRegularPortraitUpsideDown
      monitorProcesses newBrowserWindowAllowReload newBrowserWindowNavigation quitURLConfirm
      restartExamPasswordProtected sendBrowserExamKey showBackToStartButton showMenuBar showQuitButton
      showReloadButton showTaskBar showTime urlFilterRegex`,
    ],
    [
      1,
      `allowedDisplaysMaxNumber mainBrowserWindowPositioning mobileStatusBarAppearance
      mobileStatusBarAppearanceExtended newBrowserWindowByLinkPolicy`,
    ],
    [
      0,
      `allowiOSBetaVersionNumber browserUserAgentiOS browserUserAgentMac browserUserAgentWinDesktopMode
      browserUserAgentWinTouchMode browserViewMode browserWindowShowURL chooseFileToUploadPolicy proxySettingsPolicy
      sebConfigPurpose sebMode URLFilterMessage zoomMode`,
    ],
    [9, `allowiOSVersionNumberMajor`],
    [3, `allowiOSVersionNumberMinor`],
    [5, `allowiOSVersionNumberPatch exitKey3`],
    [
      '',
      `blacklistURLFilter browserUserAgent browserUserAgentiOSCustom browserUserAgentMacCustom
      browserUserAgentWinDesktopModeCustom browserUserAgentWinTouchModeCustom configKeySalt
      examSessionReconfigureConfigURL hashedAdminPassword hashedQuitPassword logDirectoryOSX logDirectoryWin quitURL
      restartExamText restartExamURL sebServerURL whitelistURLFilter`,
    ],
    [120000, `browserMessagingPingTime`],
    ['ws:\\localhost:8706', `browserMessagingSocket`],
    [
      'Mozilla/5.0 (iPad; CPU OS 11_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/11.0 Mobile/15E148 Safari/604.1',
      `browserUserAgentWinTouchModeIPad`,
    ],
    ['/Users/andrewmadden/Downloads', `downloadDirectoryOSX`],
    ['Downloads', `downloadDirectoryWin`],
    ['4iLONVAc1yKWLxbe6Vbf2vWYQO6zIRAobKgc3f25LH8=', `examKeySalt`],
    [
      2,
      `exitKey1 newBrowserWindowByLinkPositioning newBrowserWindowByScriptPolicy newBrowserWindowShowURL oskBehavior
      sebServicePolicy`,
    ],
    [10, `exitKey2`],
    [4, `logLevel minMacOSVersion`],
    ['100%', `mainBrowserWindowHeight mainBrowserWindowWidth newBrowserWindowByLinkHeight`],
    ['1000', `newBrowserWindowByLinkWidth`],
    ['https://www.google.com', `startURL`],
    [40, `taskBarHeight`],
  ]),
  originatorVersion: 'SEB_OSX_2.1.4_2B66',
  configKeySalt: new Uint8Array(),
  examKeySalt: bytesOf('4iLONVAc1yKWLxbe6Vbf2vWYQO6zIRAobKgc3f25LH8='),
  proxies: settingsOf(
    [
      [
        false,
        `AutoConfigurationEnabled AutoDiscoveryEnabled ExcludeSimpleHostnames FTPEnable FTPRequiresPassword HTTPEnable
      HTTPRequiresPassword HTTPSEnable HTTPSRequiresPassword RTSPEnable RTSPRequiresPassword SOCKSEnable
      SOCKSRequiresPassword`,
      ],
      [
        '',
        `AutoConfigurationJavaScript AutoConfigurationURL FTPPassword FTPProxy FTPUsername HTTPPassword HTTPProxy
      HTTPSPassword HTTPSProxy HTTPSUsername HTTPUsername RTSPPassword RTSPProxy RTSPUsername SOCKSPassword
      SOCKSProxy SOCKSUsername`,
      ],
      [[], `ExceptionsList`],
      [true, `FTPPassive`],
      [21, `FTPPort`],
      [80, `HTTPPort`],
      [443, `HTTPSPort`],
      [554, `RTSPPort`],
      [1080, `SOCKSPort`],
    ],
    'org_safeexambrowser_SEB_',
  ),
}

const value = fc.letrec<{ value: SebValue; settings: SebSettings }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.boolean(),
    fc.integer(),
    fc.string(),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('settings'),
  ),
  settings: fc.dictionary(fc.stringMatching(/^[a-z_0-9]{1,6}$/), tie('value'), { maxKeys: 5 }),
})).settings

describe('the Config Key of Safe Exam Browser', () => {
  test('settings that a version for macOS wrote have the key that is published for them', () => {
    expect(sebConfigKey(ofMac, sha256)).toBe('4fa9af8ec8759eb7c680752ef4ee5eaf1a860628608fccae2715d519849f9292')
  })

  test('dictionaries in lists are sorted as in the published example', () => {
    const program = settingsOf([
      [true, 'strongKill iconInTaskbar autostart active'],
      [false, 'runInBackground allowUserToChooseApp'],
      ['', 'windowHandlingProcess description allowedExecutables'],
    ])
    const named = { title: 'SEB', path: '../xulrunner/', os: 1, identifier: 'XULRunner', executable: 'xulrunner.exe' }
    expect(sebJson({ permittedProcesses: [{ ...named, ...program, arguments: [] }] })).toBe(
      '{"permittedProcesses":[{"active":true,"allowedExecutables":"","allowUserToChooseApp":false,"arguments":[],' +
        '"autostart":true,"description":"","executable":"xulrunner.exe","iconInTaskbar":true,"identifier":"XULRunner",' +
        '"os":1,"path":"../xulrunner/","runInBackground":false,"strongKill":true,"title":"SEB","windowHandlingProcess":""}]}',
    )
  })

  test('the order in which settings are written changes nothing', () => {
    const reversed = (one: SebSettings): SebSettings => Object.fromEntries(Object.entries(one).reverse())
    fc.assert(
      fc.property(value, (settings) => {
        expect(sebJson(reversed(settings))).toBe(sebJson(settings))
      }),
    )
  })

  test('another value of any setting is another key', () => {
    fc.assert(
      fc.property(value, fc.stringMatching(/^[a-z]{7}$/), fc.integer(), (settings, key, number) => {
        const before = sebConfigKey({ ...settings, [key]: number }, sha256)
        expect(sebConfigKey({ ...settings, [key]: number + 1 }, sha256)).not.toBe(before)
      }),
    )
  })

  test('keys are sorted without regard to case, small letters first where nothing else differs', () => {
    const settings = { b: 1, allowWLAN: 1, allowWlan: 1, Ab: 1, a: 1, URLFilter: 1, urlA: 1 }
    expect(sebJson(settings)).toBe('{"a":1,"Ab":1,"allowWlan":1,"allowWLAN":1,"b":1,"urlA":1,"URLFilter":1}')
  })

  test('who wrote the file and empty dictionaries say nothing, empty lists and texts do', () => {
    const settings = { originatorVersion: 'SEB_1', proxies: {}, rules: [], list: [{ inner: {} }], text: '' }
    expect(sebJson(settings)).toBe('{"list":[{}],"rules":[],"text":""}')
  })

  test('nothing is escaped, bytes are base64, dates are ISO 8601', () => {
    const settings = {
      bytes: new Uint8Array([0, 255, 16]),
      date: new Date('1940-10-09T22:13:56Z'),
      pattern: '^https:\\/\\/é.*$',
      share: 1.5,
    }
    expect(sebJson(settings)).toBe('{"bytes":"AP8Q","date":"1940-10-09T22:13:56Z","pattern":"^https:\\/\\/é.*$","share":1.5}')
  })
})
