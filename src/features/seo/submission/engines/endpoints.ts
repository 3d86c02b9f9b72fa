/** Where the interfaces of the engines are. Only tests have others. */
export interface EngineEndpoints {
  /** IndexNow, https://www.indexnow.org/documentation */
  indexNow: { bing: string; yandex: string }
  /** https://developers.google.com/webmaster-tools/v1/sitemaps */
  google: string
  googleToken: string
  /** https://ziyuan.baidu.com/college/courseinfo?id=267 */
  baidu: string
  /** https://yandex.com/dev/webmaster/doc/en/ */
  yandex: string
}

export const realEndpoints: EngineEndpoints = {
  indexNow: { bing: 'https://www.bing.com/indexnow', yandex: 'https://yandex.com/indexnow' },
  google: 'https://www.googleapis.com/webmasters/v3',
  googleToken: 'https://oauth2.googleapis.com/token',
  // Baidu documents it without TLS only.
  baidu: 'http://data.zz.baidu.com',
  yandex: 'https://api.webmaster.yandex.net/v4',
}
