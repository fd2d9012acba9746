/** What word processors and the web put on a clipboard, written in their manner: a table of two columns under a line of text. */
export const pastedTables = {
  word: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns:m="http://schemas.microsoft.com/office/2004/12/omml" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- @font-face {font-family:"Cambria Math";} p.MsoNormal {margin:0cm;} table.MsoTableGrid {border:solid windowtext 1.0pt;} --></style>
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<p class=MsoNormal><span lang=EN-US style='mso-ansi-language:EN-US'>Results in m<sup>2</sup><o:p></o:p></span></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-border-alt:solid windowtext .5pt;mso-yfti-tbllook:1184'>
 <thead><tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>
  <td width=301 valign=top style='width:225.4pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt'>
  <p class=MsoNormal><b>Field<o:p></o:p></b></p>
  </td>
  <td width=301 valign=top style='width:225.4pt;border:solid windowtext 1.0pt;border-left:none'>
  <p class=MsoNormal><b>Area<o:p></o:p></b></p>
  </td>
 </tr></thead>
 <tr style='mso-yfti-irow:1;mso-yfti-lastrow:yes'>
  <td width=301 valign=top>
  <p class=MsoNormal>North<o:p></o:p></p>
  <p class=MsoNormal>East<o:p></o:p></p>
  </td>
  <td width=301 valign=top>
  <p class=MsoNormal><o:p>&nbsp;</o:p></p>
  </td>
 </tr>
</table>
<!--EndFragment--></body></html>`,
  libreOffice: `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><meta name="generator" content="LibreOffice 24.8.4.2 (Linux)"/><style type="text/css">@page { size: 21cm 29.7cm; margin: 2cm } td p { orphans: 0; widows: 0; background: transparent }</style></head>
<body lang="en-GB" dir="ltr"><p style="line-height: 100%; margin-bottom: 0cm">Results in m<sup>2</sup></p>
<table width="100%" cellpadding="4" cellspacing="0">
	<col width="128*"/>
	<col width="128*"/>
	<thead>
	<tr valign="top">
		<th width="50%" style="border-top: 1px solid #000000; padding: 0.1cm"><p>Field</p></th>
		<th width="50%" style="border: 1px solid #000000; padding: 0.1cm"><p>Area</p></th>
	</tr>
	</thead>
	<tbody>
	<tr valign="top">
		<td width="50%" style="border-left: 1px solid #000000"><p>North</p><p>East</p>
		</td>
		<td width="50%"><p><br/>
		</p></td>
	</tr>
	</tbody>
</table></body></html>`,
  googleDocs: `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1f2a7c41-7fff-0c0e"><p dir="ltr" style="line-height:1.38;margin-top:0pt;"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">Results in m</span><span style="font-size:0.6em;font-family:Arial,sans-serif;font-weight:400;vertical-align:super;white-space:pre-wrap;">2</span></p><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;table-layout:fixed;width:451pt"><colgroup><col /><col /></colgroup><tbody><tr style="height:0pt"><td style="border-left:solid #000000 1pt;vertical-align:top;padding:5pt;overflow:hidden;"><p dir="ltr" style="line-height:1.2;"><span style="font-size:11pt;font-weight:700;white-space:pre-wrap;">Field</span></p></td><td style="vertical-align:top;padding:5pt;"><p dir="ltr"><span style="font-weight:700;">Area</span></p></td></tr><tr style="height:0pt"><td style="vertical-align:top;"><p dir="ltr"><span style="font-weight:400;">North</span></p><p dir="ltr"><span style="font-weight:400;">East</span></p></td><td style="vertical-align:top;"><br></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`,
  web: `<p>Results in m<sup>2</sup></p><table class="data" border="1" onclick="alert(1)">
  <tr><th scope="col" style="position:fixed">Field</th><th scope="col">Area</th></tr>
  <tr><td><div>North</div><div>East</div><script>alert(2)</script></td><td><iframe src="https://evil.example/"></iframe></td></tr>
</table>`,
} as const
