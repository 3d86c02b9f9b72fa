-- The words of the values, which the audit log searches in. Values of more than 300 kB would not fit an index.
CREATE FUNCTION audit_words(before jsonb, after jsonb, personal jsonb) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  kinds CONSTANT jsonb := '["string", "numeric"]';
  words tsvector := '';
BEGIN
  IF octet_length(concat(before::text, after::text, personal::text)) > 300000 THEN RETURN words; END IF;
  IF before IS NOT NULL THEN words := jsonb_to_tsvector('simple', before, kinds); END IF;
  IF after IS NOT NULL THEN words := words || jsonb_to_tsvector('simple', after, kinds); END IF;
  IF personal IS NOT NULL THEN words := words || jsonb_to_tsvector('simple', personal, kinds); END IF;
  RETURN words;
END
$$;--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"author_kind" text NOT NULL,
	"user_id" uuid,
	"key_id" uuid,
	"session_id" uuid,
	"request" text,
	"action" text,
	"subject" text NOT NULL,
	"row_key" text NOT NULL,
	"operation" text NOT NULL,
	"person_id" uuid,
	"before" jsonb,
	"after" jsonb,
	"secret_fields" text[] DEFAULT '{}'::text[] NOT NULL,
	"personal" jsonb,
	"salt" bytea
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"id" integer PRIMARY KEY,
	"position" bigint NOT NULL,
	"hash" bytea NOT NULL,
	"checked_at" timestamp with time zone,
	"checked_to" bigint,
	"broken_at" bigint
);
--> statement-breakpoint
CREATE TABLE "audit_links" (
	"position" bigint PRIMARY KEY,
	"entry_id" bigint NOT NULL UNIQUE,
	"commitment" bytea,
	"hash" bytea NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_queue" (
	"entry_id" bigint PRIMARY KEY
);
--> statement-breakpoint
CREATE INDEX "audit_entries_row" ON "audit_entries" ("row_key");--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" ("subject","id");--> statement-breakpoint
CREATE INDEX "audit_entries_person" ON "audit_entries" ("person_id","id") WHERE "person_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_entries_user" ON "audit_entries" ("user_id","id") WHERE "user_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" ("at");--> statement-breakpoint
CREATE INDEX "audit_entries_words" ON "audit_entries" USING gin (audit_words("before", "after", "personal"));--> statement-breakpoint
INSERT INTO audit_head (id, position, hash) VALUES (1, 0, decode(repeat('00', 32), 'hex'));--> statement-breakpoint
-- Values of secrets in a list, such as the changes of settings, are not recorded: an element with "isSecret" keeps the rest alone.
CREATE FUNCTION audit_without_secrets(fields jsonb, list text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT fields || jsonb_build_object(list, coalesce(jsonb_agg(
    CASE WHEN element ? 'isSecret' THEN element - 'before' - 'after' ELSE element END ORDER BY place
  ), '[]'))
  FROM jsonb_array_elements(fields -> list) WITH ORDINALITY AS part (element, place)
$$;--> statement-breakpoint
CREATE FUNCTION audit_row_key(fields jsonb, key text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF cardinality(key) = 1 THEN RETURN coalesce(fields ->> key[1], ''); END IF;
  RETURN (SELECT coalesce(string_agg(fields ->> name, ' ' ORDER BY place), '') FROM unnest(key) WITH ORDINALITY AS part (name, place));
END
$$;--> statement-breakpoint
-- Records the changes of a statement in its transaction. The setting firmeza.author of the connection says who makes them.
CREATE FUNCTION audit_record() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  key_columns text[] := TG_ARGV[0];
  plain text[] := TG_ARGV[1];
  personal_columns text[] := TG_ARGV[2];
  secret text[] := TG_ARGV[3];
  ignored text[] := TG_ARGV[4];
  person text := nullif(TG_ARGV[5], '');
  people text := nullif(TG_ARGV[6], '');
  shown text := nullif(TG_ARGV[7], '');
  list text := nullif(TG_ARGV[8], '');
  author jsonb := coalesce(
    nullif(current_setting('firmeza.author', true), '')::jsonb,
    jsonb_build_object('kind', 'database', 'action', session_user)
  );
  gone uuid[];
  is_crowd boolean := false;
BEGIN
  IF TG_OP = 'INSERT' AND author ->> 'kind' = 'visitor' THEN
    is_crowd := (SELECT count(*) > 1 FROM new_rows);
  END IF;
  IF is_crowd THEN
    -- Sign-ups that arrive at the same moment share one entry, so that recording them costs next to nothing.
    WITH recorded AS (
      INSERT INTO audit_entries (author_kind, action, subject, row_key, operation, after)
      SELECT 'visitor', author ->> 'action', TG_TABLE_NAME, '', 'insert',
        jsonb_build_object('rows', jsonb_agg(audit_row_key(to_jsonb(n), key_columns)))
      FROM new_rows n
      RETURNING id
    )
    INSERT INTO audit_queue (entry_id) SELECT id FROM recorded;
  ELSIF TG_OP = 'INSERT' THEN
    WITH recorded AS (
      INSERT INTO audit_entries (
        author_kind, user_id, key_id, session_id, request, action, subject, row_key, operation, person_id, after, personal, salt
      )
      SELECT
        author ->> 'kind', (author ->> 'user')::uuid, (author ->> 'key')::uuid, (author ->> 'session')::uuid,
        author ->> 'request', author ->> 'action',
        TG_TABLE_NAME, audit_row_key(fields, key_columns), 'insert', (fields ->> person)::uuid,
        fields - personal_columns - secret - ignored,
        CASE WHEN personal_columns <> '{}' THEN jsonb_build_object('after', fields - plain - secret - ignored) END,
        CASE WHEN personal_columns <> '{}' THEN uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) END
      FROM (
        SELECT CASE WHEN list IS NULL THEN to_jsonb(n) ELSE audit_without_secrets(to_jsonb(n), list) END AS fields FROM new_rows n
      ) AS row
      WHERE shown IS NULL OR fields -> shown = 'true'
      RETURNING id
    )
    INSERT INTO audit_queue (entry_id) SELECT id FROM recorded;
  ELSIF TG_OP = 'UPDATE' THEN
    WITH recorded AS (
      INSERT INTO audit_entries (
        author_kind, user_id, key_id, session_id, request, action,
        subject, row_key, operation, person_id, before, after, secret_fields, personal, salt
      )
      SELECT
        author ->> 'kind', (author ->> 'user')::uuid, (author ->> 'key')::uuid, (author ->> 'session')::uuid,
        author ->> 'request', author ->> 'action',
        TG_TABLE_NAME, audit_row_key(coalesce(n, o), key_columns),
        CASE WHEN o IS NULL THEN 'insert' WHEN n IS NULL THEN 'delete' ELSE 'update' END,
        coalesce(n ->> person, o ->> person)::uuid,
        plain_before, plain_after, secrets,
        CASE WHEN has_personal THEN jsonb_strip_nulls(jsonb_build_object('before', personal_before, 'after', personal_after)) END,
        CASE WHEN has_personal THEN uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) END
      FROM (
        SELECT CASE WHEN list IS NULL THEN to_jsonb(row) ELSE audit_without_secrets(to_jsonb(row), list) END AS o FROM old_rows row
      ) AS old_row
      -- A row whose key was changed is one that was deleted and one that was added.
      FULL JOIN (
        SELECT CASE WHEN list IS NULL THEN to_jsonb(row) ELSE audit_without_secrets(to_jsonb(row), list) END AS n FROM new_rows row
      ) AS new_row ON audit_row_key(o, key_columns) = audit_row_key(n, key_columns)
      CROSS JOIN LATERAL (
        SELECT
          jsonb_object_agg(name, o -> name) FILTER (WHERE name = ANY (plain) AND o IS NOT NULL) AS plain_before,
          jsonb_object_agg(name, n -> name) FILTER (WHERE name = ANY (plain) AND n IS NOT NULL) AS plain_after,
          jsonb_object_agg(name, o -> name) FILTER (WHERE name = ANY (personal_columns) AND o IS NOT NULL) AS personal_before,
          jsonb_object_agg(name, n -> name) FILTER (WHERE name = ANY (personal_columns) AND n IS NOT NULL) AS personal_after,
          coalesce(array_agg(name) FILTER (WHERE name = ANY (secret)), '{}') AS secrets,
          coalesce(bool_or(name = ANY (personal_columns)), false) AS has_personal,
          count(*) AS changed
        FROM jsonb_object_keys(coalesce(n, o) - ignored) AS name
        WHERE o -> name IS DISTINCT FROM n -> name
      ) AS fields
      WHERE (o - ignored) IS DISTINCT FROM (n - ignored) AND changed > 0
        AND (shown IS NULL OR coalesce(n, o) -> shown = 'true')
      RETURNING id
    )
    INSERT INTO audit_queue (entry_id) SELECT id FROM recorded;
  ELSE
    IF people IS NOT NULL THEN
      -- What is personal goes with the person, and is not recorded once more.
      EXECUTE format(
        'SELECT coalesce(array_agg(id), ''{}'') FROM unnest($1) AS given (id) WHERE NOT EXISTS (SELECT FROM %I AS living WHERE living.id = given.id)',
        people
      ) INTO gone USING ARRAY(SELECT (to_jsonb(o) ->> person)::uuid FROM old_rows o);
    END IF;
    WITH recorded AS (
      INSERT INTO audit_entries (
        author_kind, user_id, key_id, session_id, request, action, subject, row_key, operation, person_id, before, personal, salt
      )
      SELECT
        author ->> 'kind', (author ->> 'user')::uuid, (author ->> 'key')::uuid, (author ->> 'session')::uuid,
        author ->> 'request', author ->> 'action',
        TG_TABLE_NAME, audit_row_key(fields, key_columns), 'delete', person_id,
        fields - personal_columns - secret - ignored,
        CASE WHEN has_personal THEN jsonb_build_object('before', fields - plain - secret - ignored) END,
        CASE WHEN has_personal THEN uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) END
      FROM (
        SELECT fields, (fields ->> person)::uuid AS person_id,
          personal_columns <> '{}' AND ((fields ->> person)::uuid IN (SELECT unnest(gone))) IS NOT TRUE AS has_personal
        FROM (
          SELECT CASE WHEN list IS NULL THEN to_jsonb(o) ELSE audit_without_secrets(to_jsonb(o), list) END AS fields FROM old_rows o
        ) AS row
        WHERE shown IS NULL OR fields -> shown = 'true'
      ) AS deleted
      RETURNING id
    )
    INSERT INTO audit_queue (entry_id) SELECT id FROM recorded;
    IF people = TG_TABLE_NAME THEN
      UPDATE audit_entries SET personal = NULL, salt = NULL WHERE person_id IN (SELECT unnest(gone)) AND personal IS NOT NULL;
    END IF;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
-- Has the changes of a table recorded: every column is in one of the lists. `plain` and `personal` are recorded with their values,
-- `secret` without, `ignored` not at all. `person` is the column with the id of whom the row is about, a row of the table `people`;
-- with `shown`, only rows in which that column is true are recorded. Of the elements of the column `list`, secret ones lose their values.
CREATE FUNCTION audit_table(
  audited regclass, key text[], plain text[], personal text[] DEFAULT '{}', secret text[] DEFAULT '{}', ignored text[] DEFAULT '{}',
  person text DEFAULT '', people text DEFAULT '', shown text DEFAULT '', list text DEFAULT '',
  operations text[] DEFAULT '{INSERT,UPDATE,DELETE}'
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  operation text;
BEGIN
  FOREACH operation IN ARRAY operations LOOP
    EXECUTE format(
      'CREATE OR REPLACE TRIGGER %I AFTER %s ON %s REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION audit_record(%L, %L, %L, %L, %L, %L, %L, %L, %L)',
      'audit_' || lower(operation), operation, audited,
      CASE operation WHEN 'INSERT' THEN 'NEW TABLE AS new_rows' WHEN 'DELETE' THEN 'OLD TABLE AS old_rows'
        ELSE 'OLD TABLE AS old_rows NEW TABLE AS new_rows' END,
      key, plain, personal, secret, ignored, person, people, shown, list
    );
  END LOOP;
END
$$;--> statement-breakpoint
-- The audit log only grows; personal values alone may be erased.
CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'audit_entries' THEN
    IF to_jsonb(OLD) - '{personal,salt}'::text[] = to_jsonb(NEW) - '{personal,salt}'::text[]
      AND NEW.personal IS NULL AND NEW.salt IS NULL THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'rows of % cannot be changed or deleted', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
CREATE TRIGGER audit_entries_kept BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_refuse();--> statement-breakpoint
CREATE TRIGGER audit_entries_not_emptied BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();--> statement-breakpoint
CREATE TRIGGER audit_links_kept BEFORE UPDATE OR DELETE ON audit_links FOR EACH ROW EXECUTE FUNCTION audit_refuse();--> statement-breakpoint
CREATE TRIGGER audit_links_not_emptied BEFORE TRUNCATE ON audit_links FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();--> statement-breakpoint
-- What was recorded before this version.
WITH earlier AS (
  INSERT INTO audit_entries (at, author_kind, user_id, action, subject, row_key, operation, after)
  SELECT at, CASE WHEN action LIKE '%ByOperator' THEN 'operator' ELSE 'user' END, user_id, action, 'sensitive_actions', id::text, 'insert',
    jsonb_build_object('action', action, 'subject', subject, 'outcome', outcome)
  FROM sensitive_actions ORDER BY at, id
  RETURNING id
)
INSERT INTO audit_queue (entry_id) SELECT id FROM earlier;--> statement-breakpoint
SELECT audit_table('users', key => '{id}', plain => '{role,languages,language,theme,time_zone,disabled_at}', personal => '{username,name,email}', secret => '{password_hash,picture_digest}', ignored => '{id,username_key,email_key,last_sign_in_at,created_at}', person => 'id', people => 'users');--> statement-breakpoint
SELECT audit_table('invitations', key => '{user_id}', plain => '{by_mail,invited_by,expires_at}', personal => '{email}', secret => '{token_hash}', ignored => '{user_id,sent_at}', person => 'user_id', people => 'users');--> statement-breakpoint
SELECT audit_table('sessions', key => '{id}', plain => '{user_id,revoked_at}', personal => '{user_agent}', secret => '{token_hash}', ignored => '{id,created_at,last_seen_at,expires_at,password_confirmed_at}', person => 'user_id', people => 'users', operations => '{INSERT,UPDATE}');--> statement-breakpoint
SELECT audit_table('totp_keys', key => '{user_id}', plain => '{confirmed_at}', secret => '{secret}', ignored => '{user_id,created_at,last_step}', person => 'user_id', people => 'users');--> statement-breakpoint
SELECT audit_table('passkeys', key => '{id}', plain => '{user_id}', personal => '{name}', ignored => '{id,credential_id,public_key,counter,transports,created_at,last_used_at}', person => 'user_id', people => 'users');--> statement-breakpoint
SELECT audit_table('recovery_codes', key => '{user_id}', plain => '{used_at}', secret => '{code_hash,salt}', ignored => '{user_id,created_at}', person => 'user_id', people => 'users');--> statement-breakpoint
SELECT audit_table('api_keys', key => '{id}', plain => '{name,hint,scopes,created_by,expires_at,revoked_at}', secret => '{token_hash}', ignored => '{id,created_at,last_used_at}');--> statement-breakpoint
SELECT audit_table('webhooks', key => '{id}', plain => '{url,description,events,is_enabled,stop_reason,created_by}', secret => '{secret,old_secret}', ignored => '{id,old_secret_until,failing_since,failures,retry_at,created_at}');--> statement-breakpoint
SELECT audit_table('setting_revisions', key => '{id}', plain => '{user_id,reason,undoes,changes}', ignored => '{id,number,at}', list => 'changes');--> statement-breakpoint
SELECT audit_table('sensitive_actions', key => '{id}', plain => '{user_id,action,subject,outcome}', ignored => '{id,at}');--> statement-breakpoint
SELECT audit_table('early_adopters', key => '{id}', plain => '{kind,segment,interests,language,consented_at,consent_text,consent_withdrawn_at,page}', personal => '{email,name,company,message}', ignored => '{id,email_key,search_text,created_at,badges,repeated_at,repeat_answered_at,last_contact_at,link_epoch}', person => 'id', people => 'early_adopters');--> statement-breakpoint
SELECT audit_table('lead_enquiries', key => '{id}', plain => '{lead_id,kind,page}', personal => '{message}', ignored => '{id,sent_at,is_waiting}', person => 'lead_id', people => 'early_adopters');--> statement-breakpoint
SELECT audit_table('lead_notes', key => '{id}', plain => '{lead_id,author_id}', personal => '{text}', ignored => '{id,created_at,updated_at}', person => 'lead_id', people => 'early_adopters');--> statement-breakpoint
SELECT audit_table('lead_email_changes', key => '{lead_id}', plain => '{requested_by,expires_at}', personal => '{email}', ignored => '{lead_id,id,requested_at}', person => 'lead_id', people => 'early_adopters');--> statement-breakpoint
SELECT audit_table('lead_tags', key => '{id}', plain => '{name,merged_into}', ignored => '{id,name_key,people}');--> statement-breakpoint
SELECT audit_table('tagged_leads', key => '{tag_id,lead_id}', plain => '{tag_id,lead_id}', person => 'lead_id', people => 'early_adopters');--> statement-breakpoint
SELECT audit_table('saved_filters', key => '{id}', plain => '{name,filter,author_id}', ignored => '{id,name_key,created_at}');--> statement-breakpoint
SELECT audit_table('badge_awards', key => '{id}', plain => '{lead_id,badge_type,awarded_by,revoked_at,erased_at}', personal => '{revoke_reason}', ignored => '{id,status_index,credential,awarded_at}', person => 'lead_id', people => 'early_adopters');--> statement-breakpoint
SELECT audit_table('badge_bulks', key => '{id}', plain => '{badge_type,segment,total,is_stopped,created_by,ended_at}', ignored => '{id,lead_ids,reached,awarded,already,missing,created_at}');--> statement-breakpoint
SELECT audit_table('badge_texts', key => '{badge_type,language}', plain => '{badge_type,language,name,description,criteria,updated_by}', ignored => '{updated_at}');--> statement-breakpoint
SELECT audit_table('signing_keys', key => '{id}', plain => '{public_key_multibase,retired_at}', ignored => '{id,created_at}');--> statement-breakpoint
SELECT audit_table('campaigns', key => '{id}', plain => '{name,status,audience,texts,fallback_language,throttle,due_at,started_at,ended_at,author_id}', ignored => '{id,prepared_to,prepared,created_at,updated_at}');--> statement-breakpoint
SELECT audit_table('mail_templates', key => '{id}', plain => '{kind,language,version,text,author_id}', ignored => '{id,created_at}');--> statement-breakpoint
SELECT audit_table('mail_suppressions', key => '{reason}', plain => '{reason}', secret => '{email_key}', ignored => '{at}');--> statement-breakpoint
SELECT audit_table('content_versions', key => '{id}', plain => '{key,language,version,content,published,seo_title,seo_description,seo_keywords,basis,made_by,restored_from,author_id}', ignored => '{id,created_at,updated_at}');--> statement-breakpoint
SELECT audit_table('content_assignments', key => '{key,language}', plain => '{key,language,owner_id,due_on}');--> statement-breakpoint
SELECT audit_table('releases', key => '{id}', plain => '{name,status,due_at,live_at,rolled_back_at,failure,author_id}', ignored => '{id,created_at,updated_at}');--> statement-breakpoint
SELECT audit_table('release_items', key => '{release_id,key,language}', plain => '{release_id,key,language,version,previous_version}');--> statement-breakpoint
SELECT audit_table('previews', key => '{id}', plain => '{key,language,author_id,expires_at}', secret => '{token_hash}', ignored => '{id,content,seo_title,seo_description,seo_keywords,is_shared,created_at}', shown => 'is_shared');--> statement-breakpoint
SELECT audit_table('pictures', key => '{id}', plain => '{filename,type,width,height,size,alternatives,author_id}', ignored => '{id,digest,created_at}');--> statement-breakpoint
SELECT audit_table('comments', key => '{id}', plain => '{key,language,body,author_id,asked_id,resolved_at}', ignored => '{id,created_at}');--> statement-breakpoint
SELECT audit_table('documents', key => '{id}', plain => '{title,description,keywords,category,status,original_filename,file_path,file_size,page_count,mapped_language,is_featured,published_at}', ignored => '{id,file_modified_at,total_views,total_downloads,created_at,updated_at}');
