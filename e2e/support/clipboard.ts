// What Word and Google Docs put on the clipboard, written by hand after their formats.

/** Word 365 for Windows: conditional comments, lists that are paragraphs, styles that are classes. */
export const wordHtml = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Word.Document>
<link rel=File-List href="file:///C:/Users/x/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- /* Font Definitions */ @font-face {font-family:Calibri;} p.MsoNormal {margin:0cm; font-size:11.0pt;} @list l0:level1 {mso-level-number-format:bullet;} --></style>
</head><body lang=ES style='tab-interval:35.4pt'><!--StartFragment-->
<p class=MsoTitle>Informe<o:p></o:p></p>
<h2><span lang=ES style='mso-fareast-font-family:"Times New Roman"'>Resumen<o:p></o:p></span></h2>
<p class=MsoNormal style='margin-bottom:8.0pt'><b style='mso-bidi-font-weight:normal'>Negrita</b> y <i>cursiva</i> con <span class=SpellE>enlace</span> <a href="https://example.org/a"><span style='color:#0563C1;text-decoration:underline'>aquí</span></a><a name="_Toc1"></a>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Uno<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Dentro<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;</span></span><![endif]>Dos<o:p></o:p></p>
<p class=MsoNormal>Entre listas.<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span><![endif]>Primero<o:p></o:p></p>
<p class=MsoQuote>Una cita.<o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0 style='border-collapse:collapse;border:none'><tr style='mso-yfti-irow:0'><td width=200 valign=top style='width:150pt;border:solid windowtext 1.0pt'><p class=MsoNormal>A<o:p></o:p></p></td><td width=200 valign=top><p class=MsoNormal>B<o:p></o:p></p></td></tr></table>
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="x" style='width:100pt'><v:imagedata src="file:///C:/x.png"/></v:shape><![endif]--><![if !vml]><img width=100 height=50 src="file:///C:/Users/x/clip_image002.png"><![endif]></p>
<!--EndFragment--></body></html>`

/** What is to come of it. */
export const wordText =
  '<h1>Informe</h1><h2>Resumen</h2><p><strong>Negrita</strong> y <em>cursiva</em> con enlace <a href="https://example.org/a">aquí</a>.</p>' +
  '<ul><li><p>Uno</p><ul><li><p>Dentro</p></li></ul></li><li><p>Dos</p></li></ul><p>Entre listas.</p>' +
  '<ol><li><p>Primero</p></li></ol><blockquote><p>Una cita.</p></blockquote>' +
  '<table><tbody><tr><td><p>A</p></td><td><p>B</p></td></tr></tbody></table>'

/** Google Docs: all within a bold element that is not bold, formats as styles, links by way of Google. */
export const googleDocsHtml = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0a1b2c3d-7fff-1111-2222-333344445555"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">Resumen</span></h2><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:700;font-style:normal;text-decoration:none;white-space:pre-wrap;">Negrita</span><span style="font-size:11pt;font-weight:400;white-space:pre-wrap;"> y </span><span style="font-weight:400;font-style:italic;white-space:pre-wrap;">cursiva</span><span style="font-weight:400;white-space:pre-wrap;"> con </span><a href="https://www.google.com/url?q=https://example.org/a&amp;sa=D&amp;source=editors" style="text-decoration:none;"><span style="color:#1155cc;font-weight:400;text-decoration:underline;-webkit-text-decoration-skip:none;white-space:pre-wrap;">enlace</span></a></p><br /><ul style="margin-top:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" style="line-height:1.38;" role="presentation"><span style="font-weight:400;white-space:pre-wrap;">Uno</span></p></li><ul style="margin-top:0;"><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">Dentro</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Dos</span></p></li></ul><div dir="ltr" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="300" /><col width="300" /></colgroup><tbody><tr style="height:0pt"><td style="border-left:solid #000 1pt;"><p dir="ltr"><span style="font-weight:400;">A</span></p></td><td><p dir="ltr"><span style="font-weight:400;">m</span><span style="font-size:0.6em;vertical-align:super;">2</span></p></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`

export const googleDocsText =
  '<h2>Resumen</h2><p><strong>Negrita</strong> y <em>cursiva</em> con <a href="https://example.org/a">enlace</a></p>' +
  '<ul><li><p>Uno</p><ul><li><p>Dentro</p></li></ul></li><li><p>Dos</p></li></ul>' +
  '<table><tbody><tr><td><p>A</p></td><td><p>m<sup>2</sup></p></td></tr></tbody></table>'
