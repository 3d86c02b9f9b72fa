-- What foldText folds since then; the text is in lower case and without marks already.
UPDATE "early_adopters"
SET "search_text" = replace(replace(replace(replace(
  translate("search_text", 'łøđðħıŋŧς', 'loddhintσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
WHERE "search_text" ~ '[łøđðħıŋŧςßæœþ]';
