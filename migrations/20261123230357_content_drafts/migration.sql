CREATE TABLE "content_drafts" (
	"user_id" uuid,
	"key" text,
	"language" text,
	"editor" uuid NOT NULL,
	"base" jsonb NOT NULL,
	"fields" jsonb NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "content_drafts_pkey" PRIMARY KEY("user_id","key","language")
);
--> statement-breakpoint
ALTER TABLE "content_drafts" ADD CONSTRAINT "content_drafts_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;