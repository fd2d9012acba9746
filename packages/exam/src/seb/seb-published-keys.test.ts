import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type SebSettings, type SebValue, sebConfigKey } from './seb-config-key.ts'

// Settings that the program itself wrote, and whose Config Keys are published: Moodle's tests of its own reckoning (quizaccess_seb,
// `real_ck_hash_provider`) have both files, with their keys as of the revision 192a43f1.

/** Settings from a table of values, each with the keys that have it. */
const settingsOf = (rows: readonly (readonly [SebValue, string])[], prefix = ''): SebSettings =>
  Object.fromEntries(rows.flatMap(([value, keys]) => keys.split(/\s+/).map((key): [string, SebValue] => [prefix + key, value])))

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))

/** `unencrypted_mac_001.seb`, as version 2.1.4 for macOS wrote it. */
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

/** A program as the file for Windows names it: what differs, over what doesn't. */
const programOf = (named: SebSettings): SebSettings => ({
  active: true,
  strongKill: false,
  os: 1,
  description: '',
  identifier: '',
  windowHandlingProcess: '',
  ...named,
})

/** `unencrypted_win_223.seb`, as the tool for Windows wrote it: with lists of programs, which the other has none of. */
const ofWindows: SebSettings = {
  ...settingsOf([
    [[], `additionalDictionaries additionalResources allowSpellCheckDictionary embeddedCertificates URLFilterRules`],
    [
      false,
      `allowAudioCapture allowBrowsingBackForward allowDictation allowDictionaryLookup allowDisplayMirroring
      allowFlashFullscreen allowPDFPlugIn allowScreenSharing allowSiri allowSpellCheck allowSwitchToApplications
      allowUserAppFolderInstall allowVideoCapture allowWlan audioMute audioSetVolumeLevel backgroundOpenSEBConfig
      blockPopUpWindows browserScreenKeyboard downloadPDFFiles enableAltEsc enableAltF4 enableAltMouseWheel
      enableBrowserWindowToolbar enableCtrlEsc enableJava enablePrintScreen enableStartMenu enableTouchExit
      enableURLContentFilter enableURLFilter hideBrowserWindowToolbar insideSebEnableChangeAPassword
      insideSebEnableEaseOfAccess insideSebEnableEnableNetworkConnectionSelector insideSebEnableLockThisComputer
      insideSebEnableLogOff insideSebEnableShutDown insideSebEnableStartTaskManager insideSebEnableSwitchUser
      insideSebEnableVmWareClientShade killExplorerShell newBrowserWindowByLinkBlockForeign
      newBrowserWindowByScriptBlockForeign newBrowserWindowShowReloadWarning openDownloads pinEmbeddedCertificates
      removeBrowserProfile removeLocalStorage restartExamUseStartURL showMenuBar touchOptimized URLFilterEnable
      URLFilterEnableContentFilter useAsymmetricOnlyEncryption`,
    ],
    [
      true,
      `allowDownUploads allowedDisplayBuiltin allowPreferencesWindow allowQuit allowVirtualMachine
      audioControlEnabled browserURLSalt browserWindowAllowReload createNewDesktop detectStoppedProcess
      downloadAndOpenSebConfig enableAltTab enableAppSwitcherCheck enableEsc enableF1 enableF10 enableF11 enableF12
      enableF2 enableF3 enableF4 enableF5 enableF6 enableF7 enableF8 enableF9 enableJavaScript enableLogging
      enablePlugIns enablePrivateClipboard enableRightMouse enableSebBrowser enableZoomPage enableZoomText
      forceAppFolderInstall hookKeys ignoreExitKeys lockOnMessageSocketClose monitorProcesses
      newBrowserWindowAllowReload newBrowserWindowNavigation quitURLConfirm restartExamPasswordProtected
      sendBrowserExamKey showInputLanguage showReloadButton showReloadWarning showTaskBar showTime urlFilterRegex
      urlFilterTrustedContent`,
    ],
    [
      '',
      `blacklistURLFilter browserExamKey browserUserAgent browserUserAgentMacCustom
      browserUserAgentWinDesktopModeCustom browserUserAgentWinTouchModeCustom browserWindowTitleSuffix
      downloadDirectoryWin hashedAdminPassword hashedQuitPassword logDirectoryWin quitURL restartExamText
      restartExamURL sebServerURL startResource whitelistURLFilter`,
    ],
    [
      0,
      `browserUserAgentMac browserUserAgentWinDesktopMode browserUserAgentWinTouchMode browserViewMode
      chooseFileToUploadPolicy proxySettingsPolicy sebConfigPurpose sebMode zoomMode`,
    ],
    [1, `allowedDisplaysMaxNumber mainBrowserWindowPositioning sebServicePolicy`],
    [
      2,
      `exitKey1 newBrowserWindowByLinkPolicy newBrowserWindowByLinkPositioning newBrowserWindowByScriptPolicy
      oskBehavior`,
    ],
    [4, `minMacOSVersion`],
    [5, `exitKey3`],
    [10, `exitKey2`],
    [25, `audioVolumeLevel`],
    [40, `taskBarHeight`],
    [120000, `browserMessagingPingTime`],
    ['100%', `mainBrowserWindowHeight mainBrowserWindowWidth newBrowserWindowByLinkHeight`],
    ['1000', `newBrowserWindowByLinkWidth`],
    ['~/Documents', `logDirectoryOSX`],
    ['~/Downloads', `downloadDirectoryOSX`],
    ['https://safeexambrowser.org/start', `startURL`],
    ['ws://localhost:8706', `browserMessagingSocket`],
    [
      'Mozilla/5.0 (iPad; CPU OS 11_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/11.3 Mobile/15E216 Safari/605.1.15',
      `browserUserAgentWinTouchModeIPad`,
    ],
  ]),
  originatorVersion: 'SEB_Win_2.1.1',
  examKeySalt: bytesOf('QJAqvg89YMP6JagAshUm6QqpqpsrVS9ZWUYjdZhfEao='),
  permittedProcesses: [
    programOf({
      autostart: true,
      iconInTaskbar: true,
      runInBackground: false,
      allowUserToChooseApp: false,
      title: 'SEB',
      executable: 'firefox.exe',
      originalName: 'firefox.exe',
      path: '../xulrunner/',
      identifier: 'Firefox',
      arguments: [],
    }),
  ],
  prohibitedProcesses: `join.me RPCSuite RPCService RemotePCDesktop beamyourscreen-host AeroAdmin Mikogo-host chromoting
    vncserverui vncviewer vncserver TeamViewer GotoMeetingWinStore g2mcomm.exe SkypeHost Skype`
    .split(/\s+/)
    .map((name) => programOf({ currentUser: true, user: '', executable: name, originalName: name })),
  proxies: settingsOf([
    [[], `ExceptionsList`],
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
    [true, `FTPPassive`],
    [21, `FTPPort`],
    [80, `HTTPPort`],
    [443, `HTTPSPort`],
    [554, `RTSPPort`],
    [1080, `SOCKSPort`],
  ]),
}

const keyOf = (settings: SebSettings) => sebConfigKey(settings, (text) => createHash('sha256').update(text).digest('hex'))

test('settings that a version for macOS wrote have the key that is published for them', () => {
  expect(keyOf(ofMac)).toBe('4fa9af8ec8759eb7c680752ef4ee5eaf1a860628608fccae2715d519849f9292')
})

test('settings that the tool for Windows wrote, with lists of programs, have the key that is published for them', () => {
  expect(keyOf(ofWindows)).toBe('fc6f4ea5922717760f4d6d536c23b8d19bf20b52aa97940f5427a76e20f49026')
})
