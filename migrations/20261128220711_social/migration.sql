CREATE TABLE "social_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"platform" text NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"url" text,
	"mode" text NOT NULL,
	"data" jsonb DEFAULT '{}' NOT NULL,
	"scopes" text[],
	"access_token" text,
	"refresh_token" text,
	"expires_at" timestamp with time zone,
	"refresh_expires_at" timestamp with time zone,
	"token_version" integer DEFAULT 0 NOT NULL,
	"renewed_at" timestamp with time zone,
	"renewing_until" timestamp with time zone,
	"fault" text,
	"fault_sentence" text,
	"failing_since" timestamp with time zone,
	"last_success_at" timestamp with time zone,
	"quota" jsonb,
	"paused_until" timestamp with time zone,
	"warned_of" timestamp with time zone,
	"connected_by" uuid,
	"connected_at" timestamp with time zone NOT NULL,
	"disconnected_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "social_attempts" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "social_attempts_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"post_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"status" integer,
	"milliseconds" integer,
	"detail" text DEFAULT '' NOT NULL,
	"user_id" uuid
);
--> statement-breakpoint
CREATE TABLE "social_connections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"platform" text NOT NULL,
	"state_digest" text NOT NULL,
	"browser_digest" text NOT NULL,
	"code_verifier" text,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"failure" text,
	"sentence" text,
	"account_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social_drafts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"author_id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"kind" text NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"path" text NOT NULL,
	"size" bigint NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"seconds" real,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social_post_files" (
	"post_id" uuid,
	"position" integer,
	"file_id" uuid NOT NULL,
	"alternative_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "social_post_files_pkey" PRIMARY KEY("post_id","position")
);
--> statement-breakpoint
CREATE TABLE "social_posts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"group_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"content" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"target" jsonb DEFAULT '{}' NOT NULL,
	"tracks_links" boolean DEFAULT true NOT NULL,
	"search_text" text NOT NULL,
	"scheduled_at" timestamp with time zone NOT NULL,
	"wall_time" text NOT NULL,
	"time_zone" text NOT NULL,
	"status" text DEFAULT 'scheduled' NOT NULL,
	"stage" text DEFAULT 'preparing' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"progress" jsonb,
	"fence" bigint DEFAULT 0 NOT NULL,
	"taken_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"armed_at" timestamp with time zone,
	"idempotency_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"was_renewed" boolean DEFAULT false NOT NULL,
	"fault" text,
	"error_message" text,
	"published_id" text,
	"published_url" text,
	"published_at" timestamp with time zone,
	"figures" jsonb,
	"figures_at" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social_requests" (
	"user_id" uuid,
	"key" text,
	"digest" text NOT NULL,
	"post_ids" uuid[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "social_requests_pkey" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "social_accounts_external" ON "social_accounts" ("platform","external_id");--> statement-breakpoint
CREATE INDEX "social_attempts_of" ON "social_attempts" ("post_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "social_connections_state" ON "social_connections" ("state_digest");--> statement-breakpoint
CREATE INDEX "social_drafts_author" ON "social_drafts" ("author_id","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "social_files_path" ON "social_files" ("path");--> statement-breakpoint
CREATE INDEX "social_files_age" ON "social_files" ("created_at");--> statement-breakpoint
CREATE INDEX "social_post_files_file" ON "social_post_files" ("file_id");--> statement-breakpoint
CREATE INDEX "social_posts_time" ON "social_posts" ("scheduled_at","id");--> statement-breakpoint
CREATE INDEX "social_posts_account" ON "social_posts" ("account_id");--> statement-breakpoint
CREATE INDEX "social_posts_group" ON "social_posts" ("group_id");--> statement-breakpoint
CREATE INDEX "social_posts_due" ON "social_posts" ("platform","due_at") WHERE "status" IN ('scheduled', 'publishing') AND "stage" <> 'handed_over';--> statement-breakpoint
CREATE INDEX "social_posts_search" ON "social_posts" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "social_posts_taken" ON "social_posts" ("platform","taken_at");--> statement-breakpoint
CREATE INDEX "social_posts_failed" ON "social_posts" ("updated_at") WHERE "status" = 'failed';--> statement-breakpoint
CREATE INDEX "social_requests_age" ON "social_requests" ("created_at");--> statement-breakpoint
ALTER TABLE "social_accounts" ADD CONSTRAINT "social_accounts_connected_by_users_id_fkey" FOREIGN KEY ("connected_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "social_attempts" ADD CONSTRAINT "social_attempts_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "social_attempts" ADD CONSTRAINT "social_attempts_post" FOREIGN KEY ("post_id") REFERENCES "social_posts"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "social_connections" ADD CONSTRAINT "social_connections_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "social_connections" ADD CONSTRAINT "social_connections_session_id_sessions_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "social_connections" ADD CONSTRAINT "social_connections_account_id_social_accounts_id_fkey" FOREIGN KEY ("account_id") REFERENCES "social_accounts"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "social_drafts" ADD CONSTRAINT "social_drafts_author_id_users_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "social_files" ADD CONSTRAINT "social_files_created_by_users_id_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "social_post_files" ADD CONSTRAINT "social_post_files_post_id_social_posts_id_fkey" FOREIGN KEY ("post_id") REFERENCES "social_posts"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "social_post_files" ADD CONSTRAINT "social_post_files_file_id_social_files_id_fkey" FOREIGN KEY ("file_id") REFERENCES "social_files"("id");--> statement-breakpoint
ALTER TABLE "social_posts" ADD CONSTRAINT "social_posts_account_id_social_accounts_id_fkey" FOREIGN KEY ("account_id") REFERENCES "social_accounts"("id");--> statement-breakpoint
ALTER TABLE "social_posts" ADD CONSTRAINT "social_posts_created_by_users_id_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "social_requests" ADD CONSTRAINT "social_requests_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;
--> statement-breakpoint
SELECT audit_table('social_accounts', key => '{id}', plain => '{platform,external_id,name,url,mode,scopes,fault,connected_by,connected_at,disconnected_at}', secret => '{access_token,refresh_token}', ignored => '{id,data,expires_at,refresh_expires_at,token_version,renewed_at,renewing_until,fault_sentence,failing_since,last_success_at,quota,paused_until,warned_of}');--> statement-breakpoint
SELECT audit_table('social_posts', key => '{id}', plain => '{group_id,account_id,platform,content,title,target,tracks_links,scheduled_at,wall_time,time_zone,status,fault,published_id,published_url}', ignored => '{id,search_text,stage,version,due_at,progress,fence,taken_at,leased_until,armed_at,idempotency_key,failures,was_renewed,error_message,published_at,figures,figures_at,created_by,created_at,updated_at}');--> statement-breakpoint
SELECT signal_changes('social_accounts', 'social-accounts');--> statement-breakpoint
SELECT signal_changes('social_accounts', 'notifications', operations => '{INSERT,DELETE}');--> statement-breakpoint
SELECT signal_changes('social_posts', 'social-posts', columns => '{status,stage,content,title,scheduled_at,account_id,published_url}');
